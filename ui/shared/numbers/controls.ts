import { format, read } from "./evaluate.ts";
import { type Assumption, maxNumber } from "./sheet.ts";

/** Creates an element with properties and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** The controls of one assumption. */
export interface Controls {
  set: (value: number) => void;
  focus: () => void;
}

/**
 * Replaces the example's value in a table row with a field and a slider. The field has the label and handles the arrow
 * keys. The slider is for pointers only, because two controls for one number would be read out twice.
 */
export function row(
  of: string,
  assumption: Assumption,
  tr: HTMLElement,
  take: (value: number | null) => void,
): Controls {
  const { name, label, min, max, step, style } = assumption;
  const id = `${of}-${name}`;
  const range = `${format(style, min / style.per)} to ${format(style, max / style.per)}`;
  const field = element("input", { type: "text", inputMode: "decimal", id, autocomplete: "off", size: 6 });
  const slider = element("input", {
    type: "range",
    min: String(min),
    max: String(max),
    step: String(step),
    tabIndex: -1,
  });
  const word = element("span", { className: "numbers-word", id: `${id}-word`, role: "status" });
  const hint = element("span", { className: "sr-only", id: `${id}-range` }, `Usually ${range}${style.each}. `);
  field.setAttribute("aria-describedby", `${hint.id} ${word.id}`);

  /** Formats a number as it is typed: without units, with thousands separators. */
  const written = (value: number) =>
    format({ ...style, per: 1, before: "", one: "", many: "" }, value).replace("−", "-");

  /** Announces a message once. Setting the same text again would announce it again. */
  const say = (text: string) => {
    if (word.textContent !== text) word.textContent = text;
  };
  const judge = (value: number) => {
    const usual = value >= min && value <= max;
    say(usual ? "" : `${value < min ? "Less" : "More"} than usual (${range}), but we’ll count it anyway.`);
  };
  /** Restores the example's value when the field is empty. */
  const backToExample = () => {
    field.removeAttribute("aria-invalid");
    slider.value = String(assumption.value);
    say(`Back to the example, ${format(style, assumption.value / style.per)}${style.each}.`);
    take(null);
  };
  const use = (value: number) => {
    field.removeAttribute("aria-invalid");
    slider.value = String(value);
    judge(value);
    take(value);
  };
  field.addEventListener("input", () => {
    if (field.value.trim() === "") return backToExample();
    const value = read(field.value);
    if (value !== null && Math.abs(value) <= maxNumber) return use(value);
    field.setAttribute("aria-invalid", "true");
    say(value === null ? "Enter a number." : "That number is too large. Enter a smaller one.");
  });
  field.addEventListener("keydown", (event) => {
    const way = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (!way) return;
    event.preventDefault();
    const now =
      Number(slider.value) === read(field.value) ? Number(slider.value) : (read(field.value) ?? assumption.value);
    const value = Math.min(max, Math.max(min, Math.round((now + way * step) / step) * step));
    field.value = written(value);
    use(value);
  });
  field.addEventListener("blur", () => {
    const value = field.value.trim() === "" ? assumption.value : read(field.value);
    if (value !== null && Math.abs(value) <= maxNumber) field.value = written(value);
  });
  slider.addEventListener("input", () => {
    field.value = written(Number(slider.value));
    use(Number(slider.value));
  });

  const head = tr.querySelector("th");
  const small = head?.querySelector("small");
  head?.replaceChildren(element("label", { htmlFor: id }, label), ...(small ? [small] : []));
  const after = style.many.trim() + style.each;
  tr.querySelector(".numbers-value")?.replaceChildren(
    ...(style.before ? [element("span", { ariaHidden: "true" }, style.before)] : []),
    field,
    ...(after ? [element("span", {}, after.trim())] : []),
    hint,
  );
  tr.querySelector("svg")?.replaceWith(slider);
  tr.querySelector(".numbers-range")?.setAttribute("aria-hidden", "true"); // the hint has the range
  tr.querySelector("td")?.append(word);
  return {
    set(value) {
      field.value = written(value);
      field.removeAttribute("aria-invalid");
      slider.value = String(value);
      judge(value);
    },
    focus: () => field.focus(),
  };
}
