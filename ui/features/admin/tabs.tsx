import { type KeyboardEvent, type ReactNode, useRef } from "react";

interface TabsProps {
  label: string;
  tabs: readonly { id: string; label: string }[];
  current: string;
  /** `byKeyboard` when the arrow keys went there, which should not fill the history. */
  onChange: (id: string, byKeyboard: boolean) => void;
  children: ReactNode;
}

/** The tablist pattern: one tab in the tab order, the arrow keys among them, and the panel of the current one. */
export function Tabs({ label, tabs, current, onChange, children }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.id, true);
    list.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  };
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className="tabs" onKeyDown={move}>
        {tabs.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            className="tab"
            aria-selected={id === current}
            aria-controls="tab-panel"
            tabIndex={id === current ? 0 : -1}
            onClick={() => onChange(id, false)}
          >
            {label}
          </button>
        ))}
      </div>
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${current}`} className="tab-panel">
        {children}
      </div>
    </>
  );
}
