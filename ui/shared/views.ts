import type { createBrowserRouter } from "react-router";
import { paths } from "../paths.ts";
import { inPreview } from "./offers/preview-call.ts";
import { track } from "./offers/track.ts";
import { currentVisit, noteOpened } from "./visit.ts";

/** A page counts as read when half of it was seen and it was visible for this long. */
const readMs = 15_000;
const tickMs = 1000;

const middleButton = 1;

/** Pages whose views have their own endpoint, and pages that are not counted. */
const countedElsewhere = /^\/content\//;
const uncounted = /^\/(admin|preview|dev|search|unsubscribe|preferences|confirm|my-list)\b/;

/** Whether views of a page are counted, if it exists. */
export const isCounted = (path: string) => !uncounted.test(path);

/** The current page, and how to stop waiting for it to be read. */
let shown: string | undefined;
let stop = () => {};

/** Counts a page's view once while it is shown, and when it was read. */
export function countView(page: string): void {
  if (page === shown) return;
  leave(page);
  if (!isCounted(page)) return;
  for (const type of ["click", "auxclick"]) addEventListener(type, onPaidLink); // adding the same listener again has no effect
  noteOpened(page);
  if (!countedElsewhere.test(page)) track("/api/views", { action: "view" });
  stop = onceRead(() => track("/api/views", { action: "read" }));
}

/** Counts a click with any button on a paid link in a text. Links to offers and through /links/ are counted there. */
function onPaidLink(event: Event): void {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a.paid-link");
  if (!link || (event as MouseEvent).button > middleButton) return;
  if (link.origin === location.origin) {
    if (link.pathname.startsWith(paths.offerLink(""))) tellVisit(link);
    return;
  }
  const { clickId } = link.dataset; // set by the first script, which repeats the click after the code has loaded
  track("/api/views", { action: "clickout", ...(clickId && { eventId: clickId }) });
}

/** Adds the visit and the page's query to a link to an offer. The server passes on what it may. */
function tellVisit(link: HTMLAnchorElement): void {
  if (inPreview()) return;
  const query = new URLSearchParams(link.search);
  query.set("visit", JSON.stringify(currentVisit()));
  for (const [name, value] of new URLSearchParams(location.search)) if (!query.has(name)) query.set(name, value);
  link.search = `?${query}`;
}

/** Counts the view of a page that the browser restores from its cache. */
export function countReturn(): void {
  const page = shown;
  leave(undefined);
  if (page) countView(page);
}

/** Counts the view of each page the router shows. */
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

/** Calls back once the page is read, and returns a function that stops waiting. */
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
