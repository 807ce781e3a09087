import { keepChecklist, tick, tickedOn } from "../my-list/checklists.ts";
import { showToast } from "./show-toast.ts";

/**
 * Gives a text that is on the page what needs a script: a button that copies what to say on the phone, and checklists
 * whose ticks stay in this browser. The text itself is the server's and the same without.
 */
export function equip(prose: HTMLElement, page: string): void {
  for (const script of prose.querySelectorAll<HTMLElement>('.callout[data-kind="script"]')) addCopy(script);
  const items = [...prose.querySelectorAll<HTMLElement>(".checklist > li")];
  for (const item of items) addTick(item, page);
}

function addCopy(script: HTMLElement) {
  const words = [...script.children].slice(1); // below the title
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link-button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    const text = words.map((element) => element.textContent?.trim()).join("\n\n");
    try {
      await navigator.clipboard.writeText(text);
      await showToast({ title: "Copied. You can paste it into your notes." });
    } catch {
      await showToast({ title: "Select the text to copy it", urgent: true });
    }
  });
  script.append(button);
}

/** Puts a checkbox before the words of an item, in place of the drawn box. They are its label, and its name in the store. */
function addTick(item: HTMLElement, page: string) {
  const line = item.querySelector(":scope > p") ?? item;
  const nodes = [...line.childNodes];
  const below = nodes.findIndex((node) => node instanceof Element && node.matches("ul, ol"));
  const label = document.createElement("label");
  const box = document.createElement("input");
  box.type = "checkbox";
  label.append(box, ...nodes.slice(0, below < 0 ? undefined : below));
  line.prepend(label);
  const words = wordsOf(label);
  box.checked = tickedOn(page).has(words);
  box.addEventListener("change", () => {
    tick(page, words, box.checked);
    const all = document.querySelectorAll(".prose .checklist > li > label, .prose .checklist > li > p > label");
    keepChecklist(page, { title: wordsOf(document.querySelector("h1")), items: [...all].map(wordsOf) });
  });
}

function wordsOf(element: Element | null): string {
  return element?.textContent?.trim().replaceAll(/\s+/g, " ") ?? "";
}
