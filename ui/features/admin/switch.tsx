interface SwitchProps {
  label: string;
  on: boolean;
  disabled: boolean;
  onChange: (on: boolean) => void;
}

/** A switch that takes effect immediately. */
export function Switch({ label, on, disabled, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch inline-flex min-h-9 cursor-pointer items-center gap-2 text-small disabled:cursor-default aria-[checked=false]:text-muted"
      aria-checked={on}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!on)}
    >
      <span
        className={`relative h-4.5 w-8 rounded-full border-[1.5px] [transition:background_var(--quick)] after:absolute after:inset-y-0.5 after:left-0.5 after:w-2.75 after:rounded-full after:[transition:translate_var(--quick)_var(--ease)] after:content-[''] ${on ? "border-brand bg-brand after:bg-on-brand after:[translate:0.875rem_0]" : "border-muted after:bg-muted"}`}
      />
      <span aria-hidden="true">{on ? "Active" : "Inactive"}</span>
    </button>
  );
}
