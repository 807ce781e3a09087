// Tests the site in Firefox, over WebDriver BiDi, or WebKit, over WebDriver: each kind of page, a signup, the carousel,
// a calculator, staff screens, a picture, the editor and the reports. scripts/trials other_browsers runs it on a site
// whose first script collects the browser's errors in window.troubles: ui/browser/other-browsers.mjs http://localhost:8080
// firefox|webkit
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const [site, name] = process.argv.slice(2);
const size = { width: 1280, height: 900 };
const key = { control: "\uE009", backspace: "\uE003", right: "\uE014" };
const [mostMs, everyMs] = [20_000, 50];
const home = mkdtempSync(join(tmpdir(), "browser-"));
const ends = []; // of what was started, the last first

/** Starts a program, and waits until it prints its address. */
async function started(command, args, ready, env = {}) {
  const child = spawn(command, args, { env: { ...process.env, HOME: home, ...env } });
  ends.unshift(() => child.kill() && once(child, "exit"));
  let said = "";
  return new Promise((done, fail) => {
    child.once("error", fail).once("exit", () => fail(new Error(`${command} ended: ${said}`)));
    for (const output of [child.stdout, child.stderr])
      output.on("data", (data) => {
        said += data;
        if (ready.test(said)) done(said.match(ready)[0]);
      });
  });
}

async function firefox() {
  const args = ["--headless", "--profile", home, "--remote-debugging-port", "0"];
  const socket = new WebSocket(`${await started("firefox-esr", args, /ws:.*(?=\n)/)}/session`);
  await once(socket, "open");
  const answers = new Map();
  socket.onmessage = ({ data }) => {
    const { id, result, message } = JSON.parse(data);
    answers.get(id)?.(result ?? Promise.reject(new Error(message)));
  };
  const call = (method, params) => {
    const id = answers.size + 1;
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((done) => answers.set(id, done));
  };
  await call("session.new", { capabilities: {} });
  const [{ context }] = (await call("browsingContext.getTree", {})).contexts;
  await call("browsingContext.setViewport", { context, viewport: size });
  return {
    open: (url) => call("browsingContext.navigate", { context, url, wait: "complete" }),
    act: (actions) => call("input.performActions", { context, actions }),
    evaluate: async (expression) =>
      (await call("script.evaluate", { expression, target: { context }, awaitPromise: false })).result?.value,
    async attach(selector, file) {
      const locator = { type: "css", value: selector };
      const { nodes } = await call("browsingContext.locateNodes", { context, locator });
      await call("input.setFiles", { context, element: { sharedId: nodes[0].sharedId }, files: [file] });
    },
  };
}

async function webkit() {
  const screen = await started("Xvfb", ["-displayfd", "1", "-screen", "0", "1600x1200x24"], /\d+(?=\n)/);
  const port = 10_000 + (process.pid % 10_000);
  void started("WebKitWebDriver", [`--port=${port}`], /$^/, { DISPLAY: `:${screen}` }).catch(() => {}); // it says nothing
  const call = async (path, body) => {
    const request = body ? { method: "POST", body: JSON.stringify(body) } : { method: "DELETE" };
    const { value } = await (await fetch(`http://127.0.0.1:${port}/session${path}`, request)).json();
    if (value?.error) throw new Error(value.message || value.error);
    return value;
  };
  const binary = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
  const alwaysMatch = { "webkitgtk:browserOptions": { binary, args: ["--automation"] } };
  const begin = () => call("", { capabilities: { alwaysMatch } }).catch(() => null);
  const session = `/${(await eventually("WebKit starts", begin)).sessionId}`;
  ends.unshift(() => call(session));
  await call(`${session}/window/rect`, size);
  return {
    open: (url) => call(`${session}/url`, { url }),
    act: (actions) => call(`${session}/actions`, { actions }),
    evaluate: (expression) => call(`${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    async attach(selector, file) {
      const element = await call(`${session}/element`, { using: "css selector", value: selector });
      await call(`${session}/element/${Object.values(element)[0]}/value`, { text: file });
    },
  };
}

async function eventually(what, look) {
  for (const until = Date.now() + mostMs; Date.now() < until; await new Promise((done) => setTimeout(done, everyMs))) {
    const seen = await look();
    if (seen) return seen;
  }
  throw new Error(`not within ${mostMs / 1000} s: ${what}`);
}

/** Runs the last argument, a function, in the page with the other arguments, until it returns something. */
const run = async (...given) =>
  JSON.parse((await browser.evaluate(`JSON.stringify((${given.pop()})(...${JSON.stringify(given)}) ?? null)`)) ?? null);
const until = (what, ...given) => eventually(what, () => run(...given));
const text = (selector) => run(selector, (selector) => document.querySelector(selector)?.textContent);
/** Performs an action that changes a text. */
async function changing(selector, act) {
  const before = await text(selector);
  await act();
  await eventually(`${selector} changes`, async () => (await text(selector)) !== before);
}
const shown = (selector, words = "") =>
  eventually(`${selector} ${words}`, async () => (await text(selector))?.includes(words));

async function click(selector) {
  const at = await until(`${selector} can be clicked`, selector, (selector) => {
    const element = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility() && !one.disabled);
    element?.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = element?.getBoundingClientRect() ?? {};
    return width && { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  });
  const press = ["pointerDown", "pointerUp"].map((type) => ({ type, button: 0 }));
  await browser.act([{ type: "pointer", id: "mouse", actions: [{ type: "pointerMove", ...at }, ...press] }]);
}

/** Presses keys in order. Keys in a list are pressed together. */
async function press(...strokes) {
  const actions = strokes.flatMap((stroke) => {
    const keys = [stroke].flat();
    const down = keys.map((value) => ({ type: "keyDown", value }));
    return [...down, ...keys.reverse().map((value) => ({ type: "keyUp", value }))];
  });
  await browser.act([{ type: "key", id: "keys", actions }]);
}

/** Replaces the text in a field. */
async function type(selector, words) {
  await click(selector);
  await press([key.control, "a"], key.backspace, ...words);
}

const choose = (selector, value) =>
  run(selector, value, (selector, value) => {
    const select = document.querySelector(selector);
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });

/** Opens a page, and waits until all of it is hydrated. */
async function open(path) {
  await browser.open(site + path);
  await run(() => void dispatchEvent(new Event("pointermove")));
  await until(`React takes over ${path}`, () => {
    const waits = (fiber) => fiber && (fiber.memoizedState?.dehydrated || waits(fiber.child) || waits(fiber.sibling));
    const root = document[Object.keys(document).find((key) => key.startsWith("__reactContainer"))]?.stateNode.current;
    return root && !root.memoizedState.isDehydrated && !waits(root.child);
  });
  await until("all of it", () => document.querySelector("h1") && !document.querySelector("main [aria-label=Loading]"));
  await expectNoTroubles(path);
}

async function expectNoTroubles(where) {
  const seen = await run(() => [window.troubles, document.documentElement.scrollWidth <= innerWidth]);
  assert.deepEqual(seen, [[], true], `${where}: what the browser complains of, and whether nothing scrolls sideways`);
}

async function everyKindOfPage() {
  const map = await (await fetch(`${site}/sitemap.xml`)).text();
  const listed = [...map.matchAll(/<loc>([^<]*)/g)].map(([, address]) => new URL(address).pathname);
  const kinds = new Map(listed.map((path) => [path.replace(/^(\/[^/]+\/).*/, "$1"), path]));
  const others = "unsubscribe preferences confirm my-list search?q=fund content/settlements content/settlements2";
  const more = `${others} content/insuranceprotection no-such-page`.split(" ").map((path) => `/${path}`);
  for (const path of [...kinds.values(), ...more]) await open(path);
}

async function signUp() {
  const email = `kim.${Date.now()}@example.com`;
  await open("/subscribe");
  await type("[name=email]", email);
  await click("form [type=checkbox]");
  await click("form [type=submit]");
  const fields = "firstName:Kim lastName:Lee address:Elm birthMonth:4 birthDay:23 birthYear:1990";
  for (const field of fields.split(" ")) await type(`[name=${field.split(":")[0]}]`, field.split(":")[1]);
  await choose("[name=gender]", "other");
  await click("form [type=submit]");
  await shown("main", "within 24 hours");
  await eventually("the email", async () => (await (await fetch(`${site}/dev/mail`)).text()).includes(email));
}

async function carouselAndCalculator() {
  await open("/offers");
  const place = "[aria-roledescription=carousel] [role=status]";
  await changing(place, () => click("[aria-roledescription=carousel] > div:last-child > button:last-child"));
  await changing(place, () => press(key.right));
  await open("/articles/own-your-router");
  await until("td", () => document.querySelector(".numbers").scrollIntoView() ?? !!document.querySelector("td input"));
  await changing("[data-numbers]", () => type("[data-numbers] input[inputmode=decimal]", "21"));
}

async function staffScreens() {
  await browser.open(`${site}/api/auth/dev`);
  await click('a[href*="code=admin"]');
  await until("the site's page", () => document.documentElement.dataset.alive !== undefined);
  await open("/admin");
  const screens = await until("the ways to the screens", () => {
    const links = [...document.querySelectorAll('nav a[href^="/admin"]')].map((link) => link.getAttribute("href"));
    return links.length > 10 && [...new Set(links)];
  });
  for (const path of screens) await open(path);
}

async function picturesAndEditor() {
  await open("/admin/pictures");
  await shown("main :has(> input[type=file])");
  await browser.attach("main input[type=file]", resolve("ui/screenshots/editor.webp"));
  await type("[role=dialog] form :is(textarea, input:not([type=range]))", `A screen of ${name}`);
  await click("[role=dialog] form [type=submit]");
  await until("the dialog closes", () => !document.querySelector("[role=dialog]"));
  await open("/admin/articles/new");
  await type("[name=title]", `Written in ${name} ${Date.now()}`);
  await click(".ProseMirror");
  await press(..."One ", [key.control, "b"], ..."word");
  await shown(".ProseMirror strong", "word");
  await click('[aria-label="Insert picture"]');
  await click("[role=dialog] li button");
  await until("the picture", () => document.querySelector(".ProseMirror img[src^='/']") !== null);
  await press([key.control, "s"]);
  await until("the draft's address", () => /articles\/\d+/.test(location.pathname));
  await open(await run(() => location.pathname));
  await shown(".ProseMirror strong", "word");
}

async function reports() {
  await open("/admin/reports?range=7days&count=all");
  await shown("main svg.recharts-surface");
  await changing("main table", () => choose("main select", "30days"));
}

const browser = await { firefox, webkit }[name]();
try {
  await everyKindOfPage();
  for (const walk of [signUp, carouselAndCalculator, staffScreens, picturesAndEditor, reports]) {
    await walk();
    await expectNoTroubles(walk.name);
  }
  console.log(`${name}: passed`);
} catch (error) {
  console.error(`${name}, ${await run(() => location.pathname + location.search)}:`, error);
  process.exitCode = 1;
}
for (const end of ends) await end();
rmSync(home, { recursive: true, force: true, maxRetries: 10 });
