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

/**
 * Whether every test runs, at both widths. Otherwise those tagged @long are left out, and each of the rest runs once, at a
 * phone's width or, tagged @desktop, at a desktop's; those tagged @both run at both.
 */
const all = process.env.ALL_CHECKS === "1";

/** The sites of the workers, which scripts/browser-test starts. */
const sites = (process.env.SITE_URLS ?? "").split(" ");

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  snapshotPathTemplate: "{testDir}/looks/{arg}{ext}", // the same on every machine
  fullyParallel: true,
  workers: sites.length,
  timeout: 300_000,
  forbidOnly: Boolean(process.env.CI),
  expect: { timeout: 60_000 }, // a machine that others use too may stall for seconds
  grepInvert: all ? [] : /@long/,
  reporter: "list",
  use: {
    baseURL: sites[Number(process.env.TEST_PARALLEL_INDEX ?? 0)],
    locale: "en-US",
    timezoneId: "America/New_York",
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
  projects: [
    {
      name: "phone",
      grepInvert: all ? [] : /@long|@desktop/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
    { name: "desktop", grep: all ? /./ : /@desktop|@both/, use: { viewport: { width: 1440, height: 900 } } },
  ],
});
