import { type MouseEvent, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { equip } from "./prose-tools.ts";

/** The HTML of a text, which the server has made safe. Links to pages of the site go through the router; only the server knows where short ones lead. */
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
  const follow = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const href = link?.getAttribute("href");
    if (!plain || !href?.startsWith("/") || href.startsWith(paths.shortLink("")) || link?.target) return;
    event.preventDefault();
    navigate(href);
  };
  // biome-ignore lint: the links inside are the controls; this only saves a page load
  return <div ref={text} className="prose" onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />;
}
