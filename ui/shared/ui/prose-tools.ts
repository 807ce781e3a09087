import { showToast } from "./show-toast.ts";

/**
 * Gives a text that is on the page what needs a script: a button that copies what to say on the phone, and checklists
 * whose ticks stay in this browser. The text itself is the server's and the same without.
 */
export function equip(prose: HTMLElement, page: string): void {
  for (const script of prose.querySelectorAll<HTMLElement>('.callout[data-kind="script"]')) addCopy(script);
  const items = [...prose.querySelectorAll<HTMLElement>(".checklist > li")];
  if (items.length === 0) return;
  for (const item of items) addTick(item, `checklist:${page}`);
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
function addTick(item: HTMLElement, key: string) {
  const line = item.querySelector(":scope > p") ?? item;
  const nodes = [...line.childNodes];
  const below = nodes.findIndex((node) => node instanceof Element && node.matches("ul, ol"));
  const label = document.createElement("label");
  const box = document.createElement("input");
  box.type = "checkbox";
  label.append(box, ...nodes.slice(0, below < 0 ? undefined : below));
  line.prepend(label);
  const words = label.textContent?.trim().replaceAll(/\s+/g, " ") ?? "";
  box.checked = tickedIn(key).has(words);
  box.addEventListener("change", () => {
    const ticked = tickedIn(key);
    if (box.checked) ticked.add(words);
    else ticked.delete(words);
    if (ticked.size > 0) localStorage.setItem(key, [...ticked].join("\n"));
    else localStorage.removeItem(key);
  });
}

/** The words of the items that were ticked on a page. */
function tickedIn(key: string): Set<string> {
  return new Set((localStorage.getItem(key) ?? "").split("\n").filter(Boolean));
}
