/**
 * The first script of a page. It is small, so that it doesn't delay what readers see. It loads the page's own code
 * right away, after the first paint, or, where a first visit needs only the HTML (data-wait="visitor"), at the first
 * sign of a visitor. Clicks, swipes and submits that need the code and come earlier are replayed once it has loaded.
 * A partner link opens right away, with a click ID if the partner wants one, and is counted later. A prerendered page
 * does none of this until it is shown. The script is a single file; its element's attributes name the others.
 */

import { clickIdMark } from "./shared/constants.ts";
import { eventId } from "./shared/event-id.ts";
import { handInReader } from "./shared/reader.ts";
import { mayBeSignedIn } from "./shared/signed-in.ts";
import { provideStorage } from "./shared/storage.ts";

const script = document.querySelector<HTMLScriptElement>("script[data-modules]");
const { wait: waitFor, views = "", early = "", modules = "" } = script?.dataset ?? {};

/** Events that start loading the code. */
const starting = ["pointerdown", "keydown", "click", "auxclick", "submit"];

/** Those, and the end of a swipe. */
const acts = [...starting, "pointerup", "pointercancel"];

/** Events that show there is a visitor. */
const signs = ["pointermove", "touchstart", "wheel", "scroll", "focusin"];

/** Controls that only work with the code: those outside forms, and marked ones in forms. Checklists save their boxes later. */
const scripted =
  ":is(button, input):not([popovertarget], form *, .checklist *), form:not(.needs-script) .needs-script button";

/** What swipes and arrow keys move. */
const carousels = "[aria-roledescription=carousel]";

const partner = "a[rel~=sponsored]";
const middleButton = 1;

/** The number of files requested at a time. */
const atOnce = 3;

/** The longest wait for idle time. */
const idleMs = 1000;

/** What to replay once the code has loaded. A control pressed twice counts once. */
const waiting = new Map<Element | Event, { element: Element; redo: () => void }>();
/** The files of the code that haven't been requested yet. */
const unrequested = listed(modules);
let started = false;

provideStorage();
parsed().then(chooseOne);
if (mayBeSignedIn()) document.documentElement.dataset.known = ""; // the header waits for the user
for (const type of acts) addEventListener(type, onAct, true);
const visitor = new Promise((resolve) => {
  for (const type of signs) addEventListener(type, resolve, { capture: true, once: true, passive: true });
});
addEventListener("pageshow", async ({ persisted }) => persisted && (await counting()).countReturn());
if (await isShown()) {
  handInReader();
  if (waitFor === "visitor") loaded().then(() => whenIdle(awaitVisitor));
  else if (waitFor === "paint") parsed().then(() => whenPainted(start));
  else start();
}

/** Resolves once the page is shown. A browser may prerender a page that nobody ever sees. */
function isShown(): Promise<true> | true {
  const { prerendering } = document as Document & { prerendering?: boolean };
  return (
    !prerendering || new Promise((resolve) => document.addEventListener("prerenderingchange", () => resolve(true)))
  );
}

/** Shows one of several elements at random. The HTML can't, because all visitors share it. */
function chooseOne() {
  const several = document.querySelectorAll<HTMLElement>("[data-one-of]");
  const chosen = several[Math.floor(Math.random() * several.length)];
  if (chosen) chosen.dataset.chosen = "";
}

/** Starts the code right away if the browser has stored something the page may show, otherwise at a sign of a visitor. */
async function awaitVisitor() {
  listed(early).forEach(preload);
  (await counting()).countView(location.pathname);
  if (!document.cookie && localStorage.length === 0) await visitor;
  start();
}

function counting(): Promise<typeof import("./shared/views.ts")> {
  return import(views);
}

/** Runs then when the browser is idle, or after idleMs, because a busy browser may never be. */
function whenIdle(then: () => void) {
  if ("requestIdleCallback" in window) requestIdleCallback(then, { timeout: idleMs });
  else setTimeout(then);
}

/** Resolves once the document is parsed. This script runs earlier, but the page's code needs all of it. */
function parsed() {
  return until(document.readyState !== "loading", document, "DOMContentLoaded");
}

function loaded() {
  return until(document.readyState === "complete", window, "load");
}

function until(already: boolean, target: EventTarget, type: string) {
  return already ? Promise.resolve() : new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));
}

/** Runs then after the next paint. A hidden page doesn't paint. */
function whenPainted(then: () => void) {
  if (document.visibilityState === "hidden") then();
  else requestAnimationFrame(() => setTimeout(then));
}

async function start() {
  if (started) return;
  started = true;
  for (let href = unrequested.shift(); href; href = unrequested.shift()) {
    preload(href);
    if (unrequested.length % atOnce === 0) await pause();
  }
  await parsed();
  try {
    // One by one, the entry last. All at once would freeze a slow phone.
    for (const href of [...listed(early), ...listed(modules)]) {
      await import(href);
      await pause();
    }
  } catch (error) {
    started = false; // the next event tries again
    throw error;
  }
  for (const type of acts) removeEventListener(type, onAct, true);
  for (const { element, redo } of waiting.values()) {
    element.dispatchEvent(new MouseEvent("mousedown", { bubbles: true })); // React hydrates what is pressed first
    await pause(); // effects have run by then, and some add listeners
    redo();
    await null; // React has handled it by then
  }
}

/** Returns the URLs in an attribute. */
function listed(addresses: string) {
  return addresses.split(" ").filter(Boolean);
}

/** Lets the browser paint and respond. It doesn't wait in a hidden page, where timers are slow. */
async function pause() {
  if (document.visibilityState !== "hidden") await new Promise((resolve) => setTimeout(resolve));
}

function preload(href: string) {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = href;
  document.head.append(link);
}

function onAct(event: Event) {
  if (starting.includes(event.type)) start();
  if (!(event.target instanceof Element)) return;
  const form = event.target.closest<HTMLFormElement>("form.needs-script");
  const control = event.target.closest<HTMLElement>(scripted);
  if (event instanceof SubmitEvent && form) {
    const place = formsOfScript().indexOf(form);
    // If hydration failed, React has replaced the form.
    wait(event, form, () =>
      form.isConnected ? form.requestSubmit(event.submitter) : formsOfScript()[place]?.requestSubmit(),
    );
  }
  if (event.type === "click" && control) wait(event, control, () => control.click());
  const link = event.target.closest<HTMLAnchorElement>(partner);
  if (link && event instanceof MouseEvent && isOpening(event)) {
    giveId(link);
    waiting.set(link, { element: link, redo: () => count(link) });
  }
  const carousel = isStep(event) && document.querySelector(carousels);
  if (!carousel) return;
  event.stopPropagation(); // or code that has already loaded would handle it too
  waiting.set(event, { element: carousel, redo: () => again(event) });
}

function formsOfScript() {
  return [...document.querySelectorAll<HTMLFormElement>("form.needs-script")];
}

/** Whether an event may be part of a swipe, or is an arrow key. */
function isStep(event: Event) {
  if (event instanceof KeyboardEvent) return event.key === "ArrowLeft" || event.key === "ArrowRight";
  return (
    event.type.startsWith("pointer") && event.target instanceof Element && event.target.closest(carousels) !== null
  );
}

/** Replays an event. Its slide may have been replaced since. */
function again(event: Event) {
  const Kind = event.constructor as new (type: string, like: Event) => Event;
  const there = event.target instanceof Element && event.target.isConnected;
  const target = there ? event.target : document.querySelector(`${carousels} > ol`);
  target?.dispatchEvent(new Kind(event.type, event));
}

/** Gives a link a click ID, the same for all clicks until they are counted. */
function giveId(link: HTMLAnchorElement) {
  link.dataset.clickId ??= eventId(Date.now());
  if (link.dataset.marked) link.href = link.dataset.marked.replaceAll(clickIdMark, link.dataset.clickId);
}

function isOpening({ type, button }: MouseEvent) {
  return type === "click" || (type === "auxclick" && button === middleButton);
}

/** Tells the code that a link was opened. Browsers ignore a synthetic middle click, so it doesn't open again. */
function count(link: Element) {
  link.dispatchEvent(new MouseEvent("auxclick", { bubbles: true, button: middleButton }));
}

/** Cancels an event and replays it once the code has loaded. */
function wait(event: Event, element: Element, redo: () => void) {
  event.preventDefault();
  event.stopPropagation();
  waiting.set(element, { element, redo });
}
