import { useId, useState } from "react";

interface CellProps {
  label: string;
  /** Whether the label is visible; otherwise a column header shows it. */
  visible?: boolean;
  value: unknown;
  number?: boolean;
  wrong?: string;
  onChange: (value: string | number) => void;
}

/** A number field. Incomplete numbers, such as "0.", stay as typed. */
export function Cell({ label, visible = false, value, number = false, wrong, onChange }: CellProps) {
  const id = useId();
  const kept = value === undefined || value === null ? "" : String(value);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className="field">
      {visible && <label htmlFor={id}>{label}</label>}
      <input
        id={id}
        aria-label={visible ? undefined : label}
        inputMode={number ? "decimal" : undefined}
        value={typed ?? kept}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
        onChange={({ currentTarget: { value: text } }) => {
          const isNumber = number && /^-?\d+(\.\d+)?$/.test(text);
          setTyped(isNumber && String(Number(text)) === text ? null : text);
          onChange(isNumber ? Number(text) : text);
        }}
        onBlur={() => setTyped(null)}
      />
      {wrong && (
        <p id={`${id}-wrong`} className="field-error">
          {wrong}
        </p>
      )}
    </div>
  );
}
