import { type MouseEvent, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { equip } from "./prose-tools.ts";

/** The HTML of a text, which the server has made safe. Links to pages of the site go through the router; only the server knows where short ones and those to offers lead. */
export function Prose({ html }: { html: string }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const text = useRef<HTMLDivElement>(null);
  const equipped = useRef<string>(null);
  useEffect(() => {
    if (!text.current || equipped.current === html) return;
    equipped.current = html;
    equip(text.current, pathname);
  }, [html, pathname]);
  useEffect(() => watchNumbers(text.current, html), [html]);
  const follow = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const href = link?.getAttribute("href");
    if (!plain || !href?.startsWith("/") || link?.target) return;
    if ([paths.shortLink(""), paths.offerLink("")].some((start) => href.startsWith(start))) return;
    if (href.startsWith("/admin")) return; // staff screens have another stylesheet
    event.preventDefault();
    navigate(href);
  };
  // biome-ignore lint: the links inside are the controls; this only saves a page load
  return <div ref={text} className="prose" onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** How far below the screen numbers come to life. */
const ahead = "600px";

/**
 * Brings the numbers of a text to life as they come near the screen, or at once where the address or this browser has a
 * reader's own for the page.
 */
function watchNumbers(text: HTMLElement | null, html: string) {
  if (!text || !html.includes(" data-numbers=")) return;
  const start = () => {
    observer.disconnect();
    import("../numbers/island.ts").then(({ enliven }) => enliven(text)).catch(() => {}); // the example stays
  };
  const observer = new IntersectionObserver((seen) => seen.some((entry) => entry.isIntersecting) && start(), {
    rootMargin: ahead,
  });
  if (location.hash.startsWith("#numbers=") || localStorage.getItem("my-numbers")) start();
  else for (const block of text.querySelectorAll("[data-numbers]")) observer.observe(block);
  return () => observer.disconnect();
}
