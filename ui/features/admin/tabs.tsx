import { Tabs as Radix } from "radix-ui";
import { type ReactNode, useRef } from "react";

interface TabsProps {
  label: string;
  tabs: readonly { id: string; label: string }[];
  current: string;
  /** `byKeyboard` for arrow keys, which should not add to the history. */
  onChange: (id: string, byKeyboard: boolean) => void;
  children: ReactNode;
}

/** Tabs and the current one's panel. */
export function Tabs({ label, tabs, current, onChange, children }: TabsProps) {
  const byKeyboard = useRef(false);
  return (
    <Radix.Root value={current} onValueChange={(id) => onChange(id, byKeyboard.current)}>
      <Radix.List
        aria-label={label}
        className="flex gap-1 border-b border-b-rule"
        onKeyDownCapture={() => {
          byKeyboard.current = true;
        }}
        onPointerDownCapture={() => {
          byKeyboard.current = false;
        }}
      >
        {tabs.map(({ id, label }) => (
          <Radix.Trigger
            key={id}
            value={id}
            className="min-h-11 py-2 px-4 text-muted cursor-pointer hover:text-ink focus-visible:-outline-offset-4 aria-selected:text-ink aria-selected:font-semibold aria-selected:[box-shadow:inset_0_-3px_0_var(--gold)]"
          >
            {label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content key={current} value={current} className="pt-5" tabIndex={-1}>
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
