type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const controls = () => [...document.querySelectorAll<Control>("input, textarea, select")];

/**
 * Remembers the page's fields and marks before hydration. Where that fails, as it does when an extension put something
 * beside a field, React renders the page anew: the function returned brings back what was typed and ticked, the focus,
 * and what the first script said of the page.
 */
export function rememberTyped(): () => void {
  let before = controls();
  let focused = document.activeElement;
  document.addEventListener("focusin", ({ target }) => {
    focused = target as Element;
  });
  const marks = { ...document.documentElement.dataset };
  const name = document.querySelector("body > svg"); // as it is drawn for the page
  const again = (old: Control) =>
    controls().filter((one) => isLike(one, old))[before.filter((one) => isLike(one, old)).indexOf(old)];
  return () => {
    Object.assign(document.documentElement.dataset, marks);
    if (name && !name.isConnected) document.body.append(name);
    const lost = before.filter(({ isConnected }) => !isConnected);
    for (const old of lost) fill(again(old), old);
    const had = lost.find((old) => old === focused);
    // Later, as what hears of the fields may render them once more.
    setTimeout(() => {
      if (had) again(had)?.focus({ preventScroll: true });
      before = controls();
    });
  };
}

function isLike(a: Control, b: Control): boolean {
  return a.tagName === b.tagName && a.type === b.type && a.name === b.name && (!isBox(a) || a.value === b.value);
}

function isBox(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);
}

/** Does to a field what was done to the one that it replaced, so that whoever listens hears of it. */
function fill(control: Control | undefined, old: Control) {
  if (!control) return;
  if (isBox(control)) {
    if ((old as HTMLInputElement).checked !== control.checked) control.click();
  } else if (control.value !== old.value && control.type !== "file") {
    // React keeps a setter of its own on a field, which would tell it that nobody typed.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value") ?? {};
    set?.call(control, old.value);
    for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
  }
}
