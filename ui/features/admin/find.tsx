import { useId } from "react";

interface FindProps {
  label: string;
  hint: string;
  /** With what was typed; empty for everything. */
  onFind: (text: string) => void;
}

/** Looks for what was typed, on Enter. */
export function Find({ label, hint, onFind }: FindProps) {
  const id = useId();
  return (
    <form
      className="choice"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onFind(String(new FormData(event.currentTarget).get("q")).trim());
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input id={id} name="q" autoComplete="off" placeholder={hint} />
    </form>
  );
}
