/**
 * The first script of a page, and a small one: the page's own code must not compete with what is to be seen. It starts
 * that code at once, after the first paint, or where the HTML is all that a first visit needs (data-wait="visitor")
 * with the first sign that somebody is there who may act. Whatever needs the code and is pressed, swiped or sent
 * earlier is done once it is there. A link to a partner opens at once, with the id of its click where the partner
 * wants that; the code counts it later. A page that the browser prepares before anybody sees it does none of this
 * until it is shown. It is one file, and learns from its element where others are.
 */

import { clickIdMark } from "./shared/constants.ts";
import { eventId } from "./shared/event-id.ts";
import { handInReader } from "./shared/reader.ts";
import { mayBeSignedIn } from "./shared/signed-in.ts";
import { provideStorage } from "./shared/storage.ts";

const script = document.querySelector<HTMLScriptElement>("script[data-modules]");
const { wait: waitFor, views = "", early = "", modules = "" } = script?.dataset ?? {};

/** What a visitor does first. */
const starting = ["pointerdown", "keydown", "click", "auxclick", "submit"];

/** That, and how a swipe ends. */
const acts = [...starting, "pointerup", "pointercancel"];

/** What tells that somebody is about to act. */
const signs = ["pointermove", "touchstart", "wheel", "scroll", "focusin"];

/** Controls that nothing but the page's code answers: those of no form, and in forms the marked ones. What is ticked of a checklist is kept later. */
const scripted =
  ":is(button, input):not([popovertarget], form *, .checklist *), form:not(.needs-script) .needs-script button";

/** What is swiped, or gone through by arrow keys. */
const walked = "[aria-roledescription=carousel]";

const partner = "a[rel~=sponsored]";
const middleButton = 1;

/** How many files are asked for in one go. */
const atOnce = 3;

/** For how long at most idle time is waited for. */
const idleMs = 1000;

/** What is done once the page's code is there, and with which element; a control that is pressed twice is pressed once. */
const waiting = new Map<Element | Event, { element: Element; redo: () => void }>();
/** The files of the page's code that were not asked for yet. */
const unasked = listed(modules);
let started = false;

provideStorage();
parsed().then(chooseOne);
if (mayBeSignedIn()) document.documentElement.dataset.known = ""; // the header waits to hear who it is
for (const type of acts) addEventListener(type, onAct, true);
const somebody = new Promise((resolve) => {
  for (const type of signs) addEventListener(type, resolve, { capture: true, once: true, passive: true });
});
addEventListener("pageshow", async ({ persisted }) => persisted && (await counting()).countReturn());
if (await isShown()) {
  handInReader();
  if (waitFor === "visitor") loaded().then(() => whenIdle(awaitVisitor));
  else if (waitFor === "paint") parsed().then(() => whenPainted(start));
  else start();
}

/** Whether the page is shown, once it is: a browser may prepare one that nobody comes to see. */
function isShown(): Promise<true> | true {
  const { prerendering } = document as Document & { prerendering?: boolean };
  return (
    !prerendering || new Promise((resolve) => document.addEventListener("prerenderingchange", () => resolve(true)))
  );
}

/** Shows one of several at random, as the HTML, which all visitors share, cannot. */
function chooseOne() {
  const several = document.querySelectorAll<HTMLElement>("[data-one-of]");
  const chosen = several[Math.floor(Math.random() * several.length)];
  if (chosen) chosen.dataset.chosen = "";
}

/** Starts the page's code for whom the browser keeps something to show on it, and for others when they show themselves. */
async function awaitVisitor() {
  listed(early).forEach(preload);
  (await counting()).countView(location.pathname);
  if (!document.cookie && localStorage.length === 0) await somebody;
  start();
}

function counting(): Promise<typeof import("./shared/views.ts")> {
  return import(views);
}

/** A browser that is kept busy by what its visitor does may find no idle time for long. */
function whenIdle(then: () => void) {
  if ("requestIdleCallback" in window) requestIdleCallback(then, { timeout: idleMs });
  else setTimeout(then);
}

/** Resolves when the whole document is there, from which the page's code begins: this script does not wait for it. */
function parsed() {
  return until(document.readyState !== "loading", document, "DOMContentLoaded");
}

function loaded() {
  return until(document.readyState === "complete", window, "load");
}

function until(already: boolean, target: EventTarget, type: string) {
  return already ? Promise.resolve() : new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));
}

/** A page that nobody looks at paints nothing. */
function whenPainted(then: () => void) {
  if (document.visibilityState === "hidden") then();
  else requestAnimationFrame(() => setTimeout(then));
}

async function start() {
  if (started) return;
  started = true;
  for (let href = unasked.shift(); href; href = unasked.shift()) {
    preload(href);
    if (unasked.length % atOnce === 0) await pause();
  }
  await parsed();
  try {
    // One after the other, the entry last, as all at once would keep a slow phone from answering.
    for (const href of [...listed(early), ...listed(modules)]) {
      await import(href);
      await pause();
    }
  } catch (error) {
    started = false; // the next act tries again
    throw error;
  }
  for (const type of acts) removeEventListener(type, onAct, true);
  for (const { element, redo } of waiting.values()) {
    element.dispatchEvent(new MouseEvent("mousedown", { bubbles: true })); // React takes over what is pressed at once
    await pause(); // by then effects have run, of which some listen
    redo();
    await null; // by then React has done what follows from it
  }
}

/** The addresses of a list in an attribute. */
function listed(addresses: string) {
  return addresses.split(" ").filter(Boolean);
}

/** Lets the browser paint and answer. In a page that nobody looks at, timers are slow. */
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
    // Where hydration failed, another form has taken the place of this one.
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
  const carousel = isStep(event) && document.querySelector(walked);
  if (!carousel) return;
  event.stopPropagation(); // or what is there of the code already would do it too
  waiting.set(event, { element: carousel, redo: () => again(event) });
}

function formsOfScript() {
  return [...document.querySelectorAll<HTMLFormElement>("form.needs-script")];
}

/** Whether it may be part of a swipe, or is a key that goes on or back. */
function isStep(event: Event) {
  if (event instanceof KeyboardEvent) return event.key === "ArrowLeft" || event.key === "ArrowRight";
  return event.type.startsWith("pointer") && event.target instanceof Element && event.target.closest(walked) !== null;
}

/** Does again what was kept from the page. The slide that it was on may have given way to another since. */
function again(event: Event) {
  const Kind = event.constructor as new (type: string, like: Event) => Event;
  const there = event.target instanceof Element && event.target.isConnected;
  const target = there ? event.target : document.querySelector(`${walked} > ol`);
  target?.dispatchEvent(new Kind(event.type, event));
}

/** Gives a link the id that its click will be counted under, however often it is clicked until then. */
function giveId(link: HTMLAnchorElement) {
  link.dataset.clickId ??= eventId(Date.now());
  if (link.dataset.marked) link.href = link.dataset.marked.replaceAll(clickIdMark, link.dataset.clickId);
}

function isOpening({ type, button }: MouseEvent) {
  return type === "click" || (type === "auxclick" && button === middleButton);
}

/** Tells the page's code that a link was opened. No browser opens it again for a press of the middle button that is made up. */
function count(link: Element) {
  link.dispatchEvent(new MouseEvent("auxclick", { bubbles: true, button: middleButton }));
}

/** Takes an act back, to do it again when there is somebody to answer. */
function wait(event: Event, element: Element, redo: () => void) {
  event.preventDefault();
  event.stopPropagation();
  waiting.set(element, { element, redo });
}
