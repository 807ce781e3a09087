import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { toast as limits } from "../constants.ts";
import { CloseIcon } from "./icons.tsx";

/** A toast: a short notification. */
export interface ToastMessage {
  title: string;
  text?: string;
  look?: "plain" | "destructive";
  /** Announced immediately, not at the next pause. */
  urgent?: boolean;
  /** An action such as Undo. */
  action?: { label: string; run: () => void };
}

let current: (ToastMessage & { id: number }) | null = null;
let shownSoFar = 0;
const listeners = new Set<() => void>();
let region: HTMLElement | null = null;

/** Creates the region of toasts, empty at first. */
export function prepare(): HTMLElement {
  if (!region) {
    region = document.createElement("div");
    region.className =
      "toast-region fixed right-4 bottom-4 z-40 w-[min(24rem,100%-2rem)] in-[.dialog]:top-4 in-[.dialog]:bottom-auto print:hidden";
    createRoot(region).render(<Region />);
    document.body.append(region);
  }
  return region;
}

/** Shows `message` in place of the current toast. */
export function present(message: ToastMessage): void {
  const region = prepare();
  // Only the contents of an open modal dialog can be reached and are announced.
  const host = [...document.querySelectorAll("dialog:modal, [role=dialog][data-state=open]")].at(-1) ?? document.body;
  if (region.parentElement !== host) host.append(region);
  current = { ...message, id: ++shownSoFar };
  for (const listener of listeners) listener();
}

/** Removes the current toast. */
export function dismiss(): void {
  current = null;
  for (const listener of listeners) listener();
}

/** The region of toasts; F8 focuses it from anywhere. */
function Region() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === "F8" && section.current?.focus();
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <section ref={section} tabIndex={-1} aria-label="Notifications (F8)">
      {/* As the roles imply; said, because a dialog that opens hides all but what says so. */}
      <div role="status" aria-live="polite">
        {shown && !shown.urgent && <Toast key={shown.id} message={shown} />}
      </div>
      <div role="alert" aria-live="assertive">
        {shown?.urgent && <Toast key={shown.id} message={shown} />}
      </div>
    </section>
  );
}

function ToastAction({ label, run }: NonNullable<ToastMessage["action"]>) {
  const act = () => {
    dismiss();
    run();
  };
  return (
    <button
      type="button"
      className="mt-1 min-h-8 cursor-pointer font-semibold underline decoration-gold decoration-2 underline-offset-[0.2em]"
      onClick={act}
    >
      {label}
    </button>
  );
}

function Toast({ message }: { message: ToastMessage }) {
  const [held, setHeld] = useState(false);
  const start = useRef<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(dismiss, limits.displayMs);
    return () => clearTimeout(timer);
  }, [held]);

  const drag = (x: number) => {
    const by = start.current === null ? 0 : Math.max(0, x - start.current);
    if (box.current) box.current.style.translate = `${by}px 0`;
    return by;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: swiping is a second way to what the Close button does
    <div
      ref={box}
      // A swipe must not select text. A second one would drag the selection.
      className={`toast flex animate-rise touch-pan-y items-start justify-between gap-4 rounded-small border border-l-4 border-line bg-surface py-3.5 pr-2 pl-4.5 [box-shadow:var(--lifted)] select-none ${message.look === "destructive" ? "border-l-danger" : "border-l-gold"}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => event.key === "Escape" && dismiss()}
      onPointerDown={(event) => {
        start.current = event.clientX;
      }}
      onPointerMove={(event) => drag(event.clientX)}
      onPointerUp={(event) => {
        const far = drag(event.clientX) >= limits.swipeThresholdPx;
        start.current = null;
        if (far) dismiss();
        else drag(0);
      }}
      onPointerCancel={() => {
        start.current = null;
        drag(0);
      }}
    >
      <div>
        <p className="font-semibold">{message.title}</p>
        {message.text && <p className="mt-1 text-small">{message.text}</p>}
        {message.action && <ToastAction {...message.action} />}
      </div>
      <button
        type="button"
        className="inline-grid size-11 cursor-pointer place-items-center rounded-small hover:bg-sunken"
        aria-label="Close"
        onClick={dismiss}
      >
        <CloseIcon />
      </button>
    </div>
  );
}
