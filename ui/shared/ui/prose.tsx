import { type MouseEvent, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { equip } from "./prose-tools.ts";

/**
 * A text's HTML, which the server has sanitized. Links to pages on the site go through the router, except for short
 * links and those to offers, whose targets only the server knows.
 */
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

/** How far below the screen numbers are activated. */
const ahead = "600px";

/**
 * Activates a text's numbers as they come near the screen, or immediately if the URL or this browser has the reader's
 * own numbers for the page.
 */
function watchNumbers(text: HTMLElement | null, html: string) {
  if (!text || !html.includes(" data-numbers=")) return;
  const start = () => {
    observer.disconnect();
    import("../numbers/island.ts").then(({ enliven }) => enliven(text)).catch(() => {}); // if that fails, the example stays
  };
  const observer = new IntersectionObserver((seen) => seen.some((entry) => entry.isIntersecting) && start(), {
    rootMargin: ahead,
  });
  if (location.hash.startsWith("#numbers=") || localStorage.getItem("my-numbers")) start();
  else for (const block of text.querySelectorAll("[data-numbers]")) observer.observe(block);
  return () => observer.disconnect();
}
