import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { defineConfig } from "@playwright/test";

/** A Chromium of the system, when there is one; otherwise Playwright's own. */
function systemChromium(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].flatMap((name) =>
    folders.map((dir) => join(dir, name)),
  );
  return candidates.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Whether the tests tagged @long run too, axe looks at the dark scheme, and motion isn't reduced. */
const all = process.env.ALL_CHECKS === "1";
const left = all ? [] : [/@long/];

/** The sites of the workers, which scripts/browser-test starts. */
const sites = (process.env.SITE_URLS ?? "").split(" ");

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  snapshotPathTemplate: "{testDir}/looks/{arg}{ext}", // the same on every machine
  fullyParallel: true,
  workers: sites.length,
  timeout: 30_000, // so that a hang shows; test.slow() gives three times as long
  forbidOnly: Boolean(process.env.CI),
  expect: { timeout: 15_000 },
  reporter: "list",
  use: {
    baseURL: sites[Number(process.env.TEST_PARALLEL_INDEX ?? 0)],
    locale: "en-US",
    timezoneId: "America/New_York",
    contextOptions: { reducedMotion: all ? "no-preference" : "reduce" }, // motion takes a twelfth more processor time, so only --all tries it
    launchOptions: {
      executablePath: systemChromium(),
      args: [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  // A test runs once: at a phone's width or, tagged @desktop, at a desktop's. One tagged @both runs at both.
  projects: [
    {
      name: "phone",
      grepInvert: [...left, /@desktop/],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
    {
      name: "desktop",
      grep: /@desktop|@both/,
      grepInvert: left,
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
});
