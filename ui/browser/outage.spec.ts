import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, open, test } from "./site.ts";

/** A site of this test's own, whose renderer can be taken away: one that the other tests use must not fail. */
class Site {
  private folder = "";
  private broken = ""; // where this file is, no renderer starts
  private server?: ChildProcess;
  url = "";

  async start() {
    this.folder = mkdtempSync(join(tmpdir(), "outage-"));
    this.broken = join(this.folder, "broken");
    chmodSync(this.folder, 0o755); // Postgres runs under another user when this one is root
    const node = join(this.folder, "node");
    const start = `#!/bin/sh
[ "$1" = --version ] && exec '${process.execPath}' --version
[ -e '${this.broken}' ] && exit 1
echo $$ >'${this.folder}/renderer'
exec '${process.execPath}' "$@"
`;
    writeFileSync(node, start, { mode: 0o755 });
    const port = await freePort();
    this.url = `http://localhost:${port}`;
    const env = { PORT: `${port}`, DATA_DIR: join(this.folder, "data"), NODE_BINARY: node, RENDER_WORKERS: "1" };
    this.server = spawn("bin/server", ["serve"], {
      cwd: join(import.meta.dirname, "../.."),
      env: { ...process.env, ...env },
      stdio: "ignore",
    });
    await this.becomes(200);
  }

  async loseRenderer() {
    writeFileSync(this.broken, "");
    process.kill(Number(readFileSync(join(this.folder, "renderer"), "utf8")), "SIGKILL");
    await this.becomes(503);
  }

  async regainRenderer() {
    rmSync(this.broken);
    await this.becomes(200);
  }

  async stop() {
    if (this.server?.kill("SIGTERM")) await once(this.server, "exit");
    rmSync(this.folder, { recursive: true });
  }

  private async becomes(status: number) {
    const ready = () =>
      fetch(`${this.url}/readyz`).then(
        (response) => response.status,
        () => 0,
      );
    await expect.poll(ready, { timeout: 120_000 }).toBe(status);
  }
}

/** A port that nobody uses, and none of those that the system hands out by itself. */
async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const server = createServer().listen(port, "127.0.0.1");
  const free = await once(server, "listening").then(
    () => true,
    () => false,
  );
  server.close();
  return free ? port : freePort();
}

const site = new Site();
test.beforeAll(() => site.start());
test.afterAll(() => site.stop());

test.describe("without a renderer", () => {
  test.use({ expectedErrors: [/status of 503/] });

  test("the browser renders the page from the shell, and the server again when it can", { tag: "@long" }, async ({
    page,
  }) => {
    await site.loseRenderer();
    const refused = await open(page, `${site.url}/guides/start-an-emergency-fund`);
    expect(refused?.status()).toBe(503);
    expect(Number(refused?.headers()["retry-after"])).toBeGreaterThan(0);
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toHaveText(/emergency fund/i);
    await expect(page).toHaveTitle(/emergency fund/i);
    await expect(page.locator("#wordmark")).toHaveCount(1);
    await expect(page.getByRole("checkbox").first()).toBeVisible();
    await expect(page.locator("meta[name=robots][content=noindex]")).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.getByRole("link", { name: "Articles" }).locator("visible=true").first().click();
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(9);

    await page.goto(`${site.url}/guides/start-an-emergency-fund`);
    await expect(title).toHaveText(/emergency fund/i);
    await site.regainRenderer();
    const answered = await page.reload();
    await hydrated(page);
    expect(answered?.status()).toBe(200);
    await expect(title).toHaveText(/emergency fund/i);
  });
});
