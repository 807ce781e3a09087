import type { Origin, Visit } from "./api.gen.ts";

/** What is stored about a visit while its tab is open. */
interface Kept {
  /** When the page was loaded that last updated it. */
  loaded: number;
  first: Origin;
  last?: Origin;
  piece?: string;
}

const key = "visit";
const piece = /^\/(articles|guides)\/[^/]+$/;

/** What every event says about the visit: its origin, the page, and the last article or guide opened. */
export function currentVisit(): Visit {
  const { loaded, ...visit } = noted();
  return { ...visit, page: location.pathname };
}

/** Records that a page was opened. */
export function noteOpened(path: string): void {
  const visit = noted();
  if (piece.test(path)) keep({ ...visit, piece: path });
}

/** Records the landing of each page load once. Visitors who type an address continue their visit. */
function noted(): Kept {
  const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as Kept | null;
  const loaded = Math.round(performance.timeOrigin);
  if (kept?.loaded === loaded) return kept;
  const { origin, fromElsewhere } = landing();
  if (!kept) return keep({ loaded, first: origin });
  return keep({ ...kept, loaded, ...(fromElsewhere && { last: origin }) });
}

function keep(visit: Kept): Kept {
  sessionStorage.setItem(key, JSON.stringify(visit));
  return visit;
}

function landing() {
  const query = new URLSearchParams(location.search);
  const referrer = URL.canParse(document.referrer) ? new URL(document.referrer).hostname : "";
  const given = {
    source: query.get("utm_source"),
    medium: query.get("utm_medium"),
    campaign: query.get("utm_campaign"),
    content: query.get("utm_content"),
    link: query.get("link"),
    referrer: referrer === location.hostname ? "" : referrer,
  };
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value));
  const [load] = performance.getEntriesByType("navigation");
  const isNew = !(load instanceof PerformanceNavigationTiming) || load.type === "navigate";
  return { origin: { ...said, landing: location.pathname }, fromElsewhere: isNew && Object.keys(said).length > 0 };
}
