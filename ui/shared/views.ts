import type { createBrowserRouter } from "react-router";
import { paths } from "../paths.ts";
import { inPreview } from "./offers/preview-call.ts";
import { track } from "./offers/track.ts";
import { currentVisit, noteOpened } from "./visit.ts";

/** A page is read when half of it was seen and it was visible for as long. */
const readMs = 15_000;
const tickMs = 1000;

const middleButton = 1;

/** The pages whose views have calls of their own, and those that are nobody's reading. */
const countedElsewhere = /^\/content\//;
const uncounted = /^\/(admin|preview|dev|search|unsubscribe|preferences|confirm|my-list)\b/;

/** Whether the views of a page are counted, if there is one. */
export const isCounted = (path: string) => !uncounted.test(path);

/** The page that is shown, and how to stop waiting until it is read. */
let shown: string | undefined;
let stop = () => {};

/** Counts the view of a page, once while it is shown, and when it was read. */
export function countView(page: string): void {
  if (page === shown) return;
  leave(page);
  if (!isCounted(page)) return;
  for (const type of ["click", "auxclick"]) addEventListener(type, onPaidLink); // once, however often it is added
  noteOpened(page);
  if (!countedElsewhere.test(page)) track("/api/views", { action: "view" });
  stop = onceRead(() => track("/api/views", { action: "read" }));
}

/** Counts that a paid link in a text was opened, by any button. One to an offer is counted on its way out. */
function onPaidLink(event: Event): void {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a.paid-link");
  if (!link || (event as MouseEvent).button > middleButton) return;
  if (link.pathname.startsWith(paths.offerLink(""))) tellVisit(link);
  if (link.origin === location.origin) return;
  const { clickId } = link.dataset; // of the first script, which does the click once more when all code is there
  track("/api/views", { action: "clickout", ...(clickId && { eventId: clickId }) });
}

/** Has a link to an offer say what is known of the visit, with the query of the page, of which the server passes on what it may. */
function tellVisit(link: HTMLAnchorElement): void {
  if (inPreview()) return;
  const query = new URLSearchParams(link.search);
  query.set("visit", JSON.stringify(currentVisit()));
  for (const [name, value] of new URLSearchParams(location.search)) if (!query.has(name)) query.set(name, value);
  link.search = `?${query}`;
}

/** Counts the view of a page that the browser kept as it was, and brings back. */
export function countReturn(): void {
  const page = shown;
  leave(undefined);
  if (page) countView(page);
}

/** Counts the view of each page that the router shows. */
export function countViews(router: ReturnType<typeof createBrowserRouter>): void {
  const look = () => {
    const { location, errors, navigation } = router.state;
    if (navigation.state !== "idle") return;
    if (errors) leave(undefined);
    else countView(location.pathname);
  };
  router.subscribe(look);
  look();
}

function leave(next: string | undefined) {
  stop();
  shown = next;
}

/** Calls back once the page is read, and returns how to stop waiting for it. */
function onceRead(then: () => void): () => void {
  let visibleMs = 0;
  let halfSeen = false;
  const timer = setInterval(() => {
    if (document.visibilityState !== "visible") return;
    visibleMs += tickMs;
    const main = document.getElementById("main")?.getBoundingClientRect();
    if (main && main.top + main.height / 2 <= innerHeight) halfSeen = true;
    if (visibleMs < readMs || !halfSeen) return;
    clearInterval(timer);
    then();
  }, tickMs);
  return () => clearInterval(timer);
}
