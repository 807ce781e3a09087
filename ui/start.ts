/**
 * The first script of a page, and a small one: the page's own code must not compete with what is to be seen. It starts
 * that code at once or, where that can wait (data-modules), when the page has loaded and the browser is idle, or with the
 * first touch or key. Whatever needs the code and is pressed or sent earlier is done once it is there.
 */

const script = document.querySelector<HTMLScriptElement>("script[data-modules]");

/** What a visitor does first. */
const acts = ["pointerdown", "keydown", "click", "submit"];

/** Controls that nothing but the page's code answers: those of no form, and in forms the marked ones. */
const scripted = ":is(button, input):not([popovertarget], form *), form:not(.needs-script) .needs-script button";

const waiting = new Map<Element, () => void>();
let started = false;

for (const type of acts) addEventListener(type, onAct, true);
if (!script) start();
else if (document.readyState === "complete") startWhenIdle();
else addEventListener("load", startWhenIdle);

function startWhenIdle() {
  (window.requestIdleCallback ?? setTimeout)(start);
}

async function start() {
  if (started) return;
  started = true;
  for (const href of script?.dataset.modules?.split(" ") ?? []) preload(href);
  try {
    await import("./entry.client.tsx");
  } catch (error) {
    started = false; // the next act tries again
    throw error;
  }
  for (const type of acts) removeEventListener(type, onAct, true);
  for (const [element, redo] of waiting) {
    element.dispatchEvent(new MouseEvent("mousedown", { bubbles: true })); // React takes over what is pressed at once
    redo();
  }
}

function preload(href: string) {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = href;
  document.head.append(link);
}

function onAct(event: Event) {
  start();
  if (!(event.target instanceof Element)) return;
  const form = event.target.closest<HTMLFormElement>("form.needs-script");
  const control = event.target.closest<HTMLElement>(scripted);
  if (event instanceof SubmitEvent && form) wait(event, form, () => form.requestSubmit(event.submitter));
  if (event.type === "click" && control) wait(event, control, () => control.click());
}

/** Takes an act back, to do it again when there is somebody to answer. */
function wait(event: Event, element: Element, redo: () => void) {
  event.preventDefault();
  event.stopPropagation();
  waiting.set(element, redo);
}
