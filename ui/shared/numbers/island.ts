/**
 * Makes the numbers in a text interactive: adds controls to the server's HTML and updates all figures on the page that
 * depend on them. It is loaded when the numbers are near the screen (shared/ui/prose.tsx).
 */

import { type Controls, element, row } from "./controls.ts";
import { format } from "./evaluate.ts";
import {
  type Assumption,
  figure,
  fitting,
  fragment,
  fromFragment,
  keep,
  kept,
  type Own,
  type Sheet,
  weigh,
  whose,
  workOut,
} from "./sheet.ts";

/** Storage keys for the reader's numbers and for their yearly savings. */
const numbersKey = "my-numbers";
const savingsKey = "my-savings";

/** An entry in the yearly savings. */
interface Saving {
  title: string;
  path: string;
  yearly: number | null;
  once: number | null;
}

/** Pause in typing before the numbers are stored, and before the result is announced. */
const keepMs = 300;
const sayMs = 1200;

/** Activates the blocks in a text, each once. */
export function enliven(text: HTMLElement): void {
  const blocks = [...text.querySelectorAll<HTMLElement>("[data-numbers]:not([data-live])")];
  for (const block of blocks) block.dataset.live = "";
  for (const block of blocks) live(block, JSON.parse(block.dataset.numbers ?? "") as Sheet);
}

/** The storage key of a block: the path of its piece and its name. Null in a preview. */
function keyOf(block: HTMLElement, sheet: Sheet): string | null {
  const path = block.closest<HTMLElement>("[data-piece]")?.dataset.piece ?? location.pathname;
  return /^\/(articles|guides)\/[^/]+$/.test(path) ? `${path.slice(1)}#${sheet.name}` : null;
}

function live(block: HTMLElement, sheet: Sheet): void {
  const key = keyOf(block, sheet);
  let own: Own = key ? fitting(sheet, kept(numbersKey)[key]) : {};
  const shown = figuresOf(sheet);
  const weights = block.querySelector(".numbers-weights tbody");
  const said = block.querySelector(".numbers-whose");
  const badge = sheet.badge ? badgeOf() : null;
  const controls = new Map<string, Controls>();
  const status = element("p", { className: "sr-only", role: "status" });
  const note = element("p", { className: "numbers-note", role: "status" });
  const reset = element("button", { type: "button", className: "button button-quiet" }, "Reset to the example");
  const copy = element("button", { type: "button", className: "button button-quiet" }, "Copy a link with my numbers");
  const count = element("input", { type: "checkbox" });
  const list = element("a", { href: "/my-list" }, "See your savings");
  const say = later(sayMs, () => {
    const shown = block.querySelectorAll(".numbers-sentence > :not([hidden])");
    status.textContent = [...shown].map((part) => part.textContent).join(" ");
  });
  const save = later(keepMs, () => {
    if (!key) return;
    keep(numbersKey, key, Object.keys(own).length > 0 ? own : null);
    countIn();
  });

  /** Updates all figures. */
  function show(): void {
    const values = workOut(sheet, own);
    const changed = Object.keys(own).length > 0;
    for (const { element: of, name, whole } of shown) {
      const text = figure(sheet, values, name, whole);
      if (of.textContent !== text) of.textContent = text;
    }
    const saves = (values.get(sheet.main) ?? 0) > 0;
    const other = block.querySelector<HTMLElement>('[data-when="not"]');
    if (other) {
      other.hidden = saves;
      block.querySelector<HTMLElement>('[data-when="saves"]')?.toggleAttribute("hidden", !saves);
    }
    if (said) said.textContent = whose(sheet, own);
    block.toggleAttribute("data-own", changed);
    reset.disabled = !changed;
    badge?.(changed && sheet.yearly ? figure(sheet, values, sheet.yearly) : null, whose(sheet, own).slice(0, -1));
    if (weights) drawWeights(sheet, own, values.get(sheet.main) ?? Number.NaN, weights);
  }

  /** Sets the reader's number; null resets it to the example's. */
  function take({ name, value }: Assumption, mine: number | null): void {
    if (mine === null || mine === value) delete own[name];
    else own[name] = mine;
    if (location.hash.startsWith("#numbers="))
      history.replaceState(history.state, "", location.pathname + location.search);
    if (note.textContent) note.textContent = "";
    show();
    say();
    save();
  }

  /** Replaces all numbers. */
  function replace(numbers: Own): void {
    own = numbers;
    for (const one of sheet.assumptions) controls.get(one.name)?.set(own[one.name] ?? one.value);
    show();
  }

  /** Keeps the entry in the reader's yearly savings up to date. */
  function countIn(): void {
    if (!key) return;
    const values = workOut(sheet, own);
    const amount = (name?: string) => {
      const value = name ? values.get(name) : undefined;
      return value === undefined || Number.isNaN(value) ? null : Math.round(value * 100) / 100;
    };
    const path = `/${key.replace("#", "#numbers-")}`;
    const saving: Saving = { title: sheet.title, path, yearly: amount(sheet.yearly), once: amount(sheet.once) };
    list.hidden = !count.checked;
    if (count.checked || kept(savingsKey)[key]) keep<Saving>(savingsKey, key, count.checked ? saving : null);
  }

  /** Shows the numbers in the URL. */
  function follow(): void {
    if (!block.isConnected) removeEventListener("hashchange", follow);
    const brought = fromFragment(sheet, location.hash);
    if (brought === null) return;
    note.textContent =
      brought === "broken"
        ? "We couldn’t read the numbers in this link, so here’s the example."
        : "These numbers came with your link.";
    replace(brought === "broken" ? {} : fitting(sheet, brought));
    block.scrollIntoView({ block: "start" });
  }

  for (const tr of block.querySelectorAll<HTMLElement>("[data-assumption]")) {
    const assumption = sheet.assumptions.find(({ name }) => name === tr.dataset.assumption);
    if (assumption)
      controls.set(
        assumption.name,
        row(sheet.name, assumption, tr, (mine) => take(assumption, mine)),
      );
  }
  reset.addEventListener("click", () => {
    replace({});
    note.textContent = "You’re back to the example.";
    controls.values().next().value?.focus();
    say();
    save();
  });
  copy.addEventListener("click", async () => {
    const hash = Object.keys(own).length > 0 ? fragment(sheet, own) : `#${block.id}`;
    const link = location.origin + location.pathname + hash;
    try {
      await navigator.clipboard.writeText(link);
      note.textContent = "Link copied. Your numbers are in the link and nowhere else.";
    } catch {
      note.replaceChildren("Copy this link: ", element("a", { href: link }, link));
    }
  });
  const foot = element("div", { className: "numbers-foot" }, reset, copy);
  if (key) {
    count.checked = key in kept(savingsKey);
    list.hidden = !count.checked;
    count.addEventListener("change", countIn);
    foot.append(element("label", { className: "numbers-count" }, count, " Add this to my yearly savings"), list);
  }
  block.append(
    foot,
    note,
    element("p", { className: "numbers-private" }, "Your numbers stay in this browser."),
    status,
  );
  replace(own);
  follow();
  addEventListener("hashchange", follow);
}

/** The elements on the page that show a figure of a sheet. */
function figuresOf({ name }: Sheet) {
  return [...document.querySelectorAll<HTMLElement>(`[data-figure^="${name}."]`)].map((of) => ({
    element: of,
    name: of.dataset.figure?.slice(name.length + 1) ?? "",
    whole: "whole" in of.dataset,
  }));
}

/** Returns a function that shows a saving in the badge above an article, or with null what it showed before. */
function badgeOf(): ((figure: string | null, whose: string) => void) | null {
  const badge = document.querySelector<HTMLElement>("article header [data-savings]");
  const note = badge?.nextElementSibling;
  if (!badge || !note) return null;
  const said = [badge.textContent, note.textContent] as const;
  return (saved, whose) => {
    badge.textContent = saved ? `Save ${saved}/year` : said[0];
    note.textContent = saved ? whose.toLowerCase() : said[1];
  };
}

/** Draws the effect of each assumption on the result, as the server does for the example. */
function drawWeights(sheet: Sheet, own: Own, now: number, body: Element): void {
  const all = weigh(sheet, own).slice(0, body.children.length);
  const style = sheet.formulas.find(({ name }) => name === sheet.main)?.style;
  const low = Math.min(now, ...all.map((one) => one.low));
  const high = Math.max(now, ...all.map((one) => one.high));
  const at = (value: number) => Math.round(((value - low) / (high - low)) * 200) || 0;
  all.forEach((weight, i) => {
    const tr = body.children[i];
    const [bar, line] = tr?.querySelectorAll("path") ?? [];
    const [label, range] = [tr?.querySelector("th"), tr?.querySelector("td > span")];
    if (!bar || !line || !label || !range || !style) return;
    label.textContent = weight.label;
    range.textContent = `${format(style, weight.low)} to ${format(style, weight.high)}${style.each}`;
    bar.setAttribute("d", `M${at(weight.low)} 6H${at(weight.high)}`);
    line.setAttribute("d", `M${at(now)} 0V12`);
  });
}

/** Debounces a call. */
function later(ms: number, call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(call, ms);
  };
}
