import { keepChecklist, tick, tickedOn } from "../my-list/checklists.ts";
import { copyText } from "./show-toast.ts";

/**
 * Adds what needs JavaScript to a text: a button that copies a phone script, and checklists that are stored in this
 * browser. Without JavaScript, the server's text stays as it is.
 */
export function equip(prose: HTMLElement, page: string): void {
  for (const script of prose.querySelectorAll<HTMLElement>('.callout[data-kind="script"]')) addCopy(script);
  keepTicks(prose, page);
}

function addCopy(script: HTMLElement) {
  const words = [...script.children].slice(1); // after the title
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link-button";
  button.textContent = "Copy";
  button.addEventListener("click", () =>
    copyText(
      words.map((element) => element.textContent?.trim()).join("\n\n"),
      { title: "Copied. Paste it into your notes." },
      { title: "Couldn’t copy. Select the text and copy it yourself.", urgent: true },
    ),
  );
  script.append(button);
}

/** Stores the state of a text's checklists, including changes made before the page's code had loaded. */
function keepTicks(prose: HTMLElement, page: string) {
  for (const box of prose.querySelectorAll<HTMLInputElement>(`${item} > input`)) {
    const words = wordsOf(box.parentElement);
    const keep = () => {
      tick(page, words, box.checked);
      const items = [...document.querySelectorAll(`.prose ${item}`)].map(wordsOf);
      keepChecklist(page, { title: wordsOf(document.querySelector("h1")), items });
    };
    if (box.checked) keep();
    box.checked = tickedOn(page).has(words);
    box.addEventListener("change", keep);
  }
}

/** The label of an item, whose text identifies it in storage. */
const item = ".checklist label";

function wordsOf(element: Element | null): string {
  return element?.textContent?.trim().replaceAll(/\s+/g, " ") ?? "";
}
