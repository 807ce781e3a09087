type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const controls = () => [...document.querySelectorAll<Control>("input, textarea, select")];

/**
 * Remembers the fields and the root's data attributes before hydration. If hydration fails, for example because an
 * extension added an element beside a field, React renders the whole page again. The returned function then restores
 * typed text, checked boxes, the focus and those attributes.
 */
export function rememberTyped(): () => void {
  let before = controls();
  let focused = document.activeElement;
  document.addEventListener("focusin", ({ target }) => {
    focused = target as Element;
  });
  const marks = { ...document.documentElement.dataset };
  const name = document.querySelector("body > svg"); // the logo, drawn once per page
  const again = (old: Control) =>
    controls().filter((one) => isLike(one, old))[before.filter((one) => isLike(one, old)).indexOf(old)];
  return () => {
    Object.assign(document.documentElement.dataset, marks);
    if (name && !name.isConnected) document.body.append(name);
    const lost = before.filter(({ isConnected }) => !isConnected);
    for (const old of lost) fill(again(old), old);
    const had = lost.find((old) => old === focused);
    // Later, because listeners may render the fields again.
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

/** Copies the old field's value to its replacement and fires the events that listeners expect. */
function fill(control: Control | undefined, old: Control) {
  if (!control) return;
  if (isBox(control)) {
    if ((old as HTMLInputElement).checked !== control.checked) control.click();
  } else if (control.value !== old.value && control.type !== "file") {
    // React's own setter on the field would hide the change from React.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value") ?? {};
    set?.call(control, old.value);
    for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
  }
}
