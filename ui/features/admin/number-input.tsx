import { useState } from "react";

interface NumberInputProps {
  label: string;
  value: number;
  least?: number;
  most?: number;
  onChange: (value: number) => void;
}

/** A whole number edited in a list. Enter or leaving it saves; Escape, or an invalid value, restores it. */
export function NumberInput({ label, value, least = 0, most, onChange }: NumberInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const leave = () => {
    const number = Number(typed);
    const fits = typed?.trim() && Number.isInteger(number) && number >= least && number <= (most ?? number);
    if (fits && number !== value) onChange(number);
    setTyped(null);
  };
  return (
    <input
      className="min-h-7 w-12 rounded-small border border-transparent bg-transparent px-1.5 text-inherit [font:inherit] [text-align:inherit] figures-tabular hover:border-muted hover:bg-surface focus:border-muted focus:bg-surface"
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      value={typed ?? value}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === "Enter") leave();
        if (event.key === "Escape") setTyped(null);
      }}
    />
  );
}
