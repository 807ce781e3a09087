import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { toast as limits } from "../constants.ts";
import { CloseIcon } from "./icons.tsx";

/** A short notification. */
export interface ToastMessage {
  title: string;
  text?: string;
  look?: "plain" | "destructive";
  /** Interrupts a screen reader; else it waits for a pause. */
  urgent?: boolean;
  /** Something to do about it, such as to take it back. */
  action?: { label: string; run: () => void };
}

let current: (ToastMessage & { id: number }) | null = null;
let shownSoFar = 0;
const listeners = new Set<() => void>();
let region: HTMLElement | null = null;

/** Shows `message` in place of the one that may still stand: there is one at a time. */
export function present(message: ToastMessage): void {
  if (!region) {
    region = document.createElement("div");
    region.className = "toast-region";
    createRoot(region).render(<Region />);
  }
  // Nothing beside an open modal dialog can be reached or read out.
  const host = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  if (region.parentElement !== host) host.append(region);
  current = { ...message, id: ++shownSoFar };
  for (const listener of listeners) listener();
}

function dismiss() {
  current = null;
  for (const listener of listeners) listener();
}

/** The notification region: F8 moves the focus to it from anywhere. */
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
      <div role="status">{shown && !shown.urgent && <Toast key={shown.id} message={shown} />}</div>
      <div role="alert">{shown?.urgent && <Toast key={shown.id} message={shown} />}</div>
    </section>
  );
}

function ToastAction({ label, run }: NonNullable<ToastMessage["action"]>) {
  const act = () => {
    dismiss();
    run();
  };
  return (
    <button type="button" className="toast-action" onClick={act}>
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
      className="toast"
      data-look={message.look}
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
      <button type="button" className="icon-button" aria-label="Close" onClick={dismiss}>
        <CloseIcon />
      </button>
    </div>
  );
}
