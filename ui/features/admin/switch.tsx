interface SwitchProps {
  label: string;
  on: boolean;
  disabled: boolean;
  onChange: (on: boolean) => void;
}

/** Turns something on or off at once. */
export function Switch({ label, on, disabled, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={on}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!on)}
    >
      <span className="switch-track" />
      <span aria-hidden="true">{on ? "Active" : "Inactive"}</span>
    </button>
  );
}
