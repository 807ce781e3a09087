import { type Browser, chromium } from "@playwright/test";
import config from "./playwright.config.ts";

/*
 * Measures how soon a first visit sees pages on a slow phone, for scripts/bench. Each page is opened as it is and, in
 * turns, as its floor: the same HTML and pictures without any script or font. Arguments: the site's address, the number
 * of rounds, paths of pages. Prints an array of {path, site, floor}, each side with the medians of its rounds.
 */

/** Lighthouse's phone, as it throttles a real browser: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md */
const phone = { width: 412, height: 823 };
const slowNetwork = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1638.4 * 1024 * 0.9) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const slowerProcessor = 4;

/** How long after its load a page is watched. */
const settleMs = 4000;

/** What one visit measures: times in milliseconds, and the bytes of modules that were requested before the page was painted. */
interface Visit {
  firstPaint: number;
  largestPaint: number;
  blocked: number;
  shifted: number;
  early: number;
}

/** What the page itself notes down. */
interface Notes {
  paints: Record<string, number>;
  /** When the first paint was done. It is presented some frames later. */
  painted: number;
  longTasks: { from: number; to: number }[];
  shifted: number;
}

async function visit(browser: Browser, address: string, floor: boolean): Promise<Visit> {
  const context = await browser.newContext({
    viewport: phone,
    deviceScaleFactor: 1.75,
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send("Network.enable");
  await tools.send("Network.emulateNetworkConditions", slowNetwork);
  await tools.send("Emulation.setCPUThrottlingRate", { rate: slowerProcessor });
  if (floor) await tools.send("Network.setBlockedURLs", { urls: ["*.js", "*.woff2"] });
  await page.addInitScript(() => {
    const notes: Notes = { paints: {}, painted: 0, longTasks: [], shifted: 0 };
    Object.assign(window, { notes });
    const note = (
      type: string,
      take: (entry: PerformanceEntry & { value: number; hadRecentInput: boolean; paintTime?: number }) => void,
    ) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take as (entry: PerformanceEntry) => void)).observe({
        type,
        buffered: true,
      });
    note("paint", ({ name, startTime, paintTime = startTime }) => {
      notes.paints[name] = startTime;
      notes.painted = paintTime;
    });
    note("largest-contentful-paint", ({ startTime }) => {
      notes.paints.largest = startTime;
    });
    note("longtask", ({ startTime, duration }) => {
      notes.longTasks.push({ from: startTime, to: startTime + duration });
    });
    note("layout-shift", ({ value, hadRecentInput }) => {
      if (!hadRecentInput) notes.shifted += value;
    });
  });
  await page.goto(address, { waitUntil: "load", timeout: 120_000 });
  await page.waitForTimeout(settleMs);
  const { paints, painted, longTasks, shifted } = await page.evaluate(
    () => (window as unknown as { notes: Notes }).notes,
  );
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith(".js") && !name.includes("/assets/start-"))
      .map(({ startTime, encodedBodySize }) => ({ from: startTime, size: encodedBodySize })),
  );
  await context.close();
  const firstPaint = paints["first-contentful-paint"] ?? Number.NaN;
  return {
    firstPaint,
    largestPaint: paints.largest ?? Number.NaN,
    blocked: blockedAfter(firstPaint, longTasks),
    shifted,
    early: scripts.filter(({ from }) => from < painted).reduce((sum, { size }) => sum + size, 0),
  };
}

/**
 * For how long tasks kept the page from answering once it was seen, as Lighthouse adds it up: what each takes beyond
 * 50 ms after the first paint (https://web.dev/articles/tbt).
 */
function blockedAfter(firstPaint: number, tasks: Notes["longTasks"]): number {
  return tasks.reduce((sum, { from, to }) => sum + Math.max(0, to - Math.max(from, firstPaint) - 50), 0);
}

function medians(visits: Visit[]): Visit {
  const of = (measure: keyof Visit) =>
    visits.map((one) => one[measure]).sort((a, b) => a - b)[Math.floor(visits.length / 2)] ?? Number.NaN;
  return {
    firstPaint: of("firstPaint"),
    largestPaint: of("largestPaint"),
    blocked: of("blocked"),
    shifted: of("shifted"),
    early: of("early"),
  };
}

const [address = "", rounds = "5", ...paths] = process.argv.slice(2);
const browser = await chromium.launch(config.use?.launchOptions);
const results = [];
for (const path of paths) {
  await fetch(address + path); // renders the page, which is then kept
  const sides: { site: Visit[]; floor: Visit[] } = { site: [], floor: [] };
  for (let round = 0; round < Number(rounds); round++) {
    sides.site.push(await visit(browser, address + path, false));
    sides.floor.push(await visit(browser, address + path, true));
  }
  results.push({ path, site: medians(sides.site), floor: medians(sides.floor) });
}
await browser.close();
console.log(JSON.stringify(results));
