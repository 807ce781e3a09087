import { type ComponentProps, useEffect, useId, useRef } from "react";

const looks = {
  row: "",
  /** Fields are stacked on small screens. */
  fields:
    "gap-x-5 max-md:grid max-md:grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] max-md:*:data-choice:flex-col max-md:*:data-choice:items-stretch max-md:*:data-choice:gap-1 max-md:*:not-data-choice:col-span-full max-md:*:not-data-choice:justify-self-start",
};

/** The toolbar above a list. */
export function Toolbar({ look = "row", ...props }: ComponentProps<"div"> & { look?: keyof typeof looks }) {
  return (
    <div
      {...props}
      data-tools=""
      className={`mb-4 flex flex-wrap items-center gap-3 md:text-small [p+&]:mt-3 [&>search]:mr-auto [&>search]:max-w-96 [&>search]:flex-[1_1_10rem] md:[&_.button]:min-h-9 md:[&_.button]:px-4 md:[&_.button]:py-1 [&_.button[aria-pressed=true]]:bg-ink [&_.button[aria-pressed=true]]:text-paper ${looks[look]}`}
    />
  );
}

/** A few options side by side, one of them pressed. */
export function Segments({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <fieldset className="inline-flex max-w-full min-w-0 overflow-x-auto rounded-small border border-muted">
      <legend className="sr-only">{label}</legend>
      {children}
    </fieldset>
  );
}

/** An option of Segments. */
export function Segment({ pressed, ...props }: ComponentProps<"button"> & { pressed: boolean }) {
  return (
    <button
      type="button"
      {...props}
      aria-pressed={pressed}
      className="min-h-10 cursor-pointer border-muted px-3.5 py-1.5 hover:bg-sunken aria-pressed:bg-ink aria-pressed:font-semibold aria-pressed:text-paper md:in-data-tools:min-h-9 md:in-data-tools:py-1 [button+&]:border-l"
    />
  );
}

const box = "inline-flex max-w-full items-center gap-2.5";
const name = "text-small text-muted";
const control =
  "min-h-10 min-w-0 rounded-small border border-muted bg-surface px-2.5 py-1.5 md:in-data-tools:min-h-9 md:in-data-tools:py-1";

/** A labeled select in a toolbar. */
export function Choice({ label, children, ...props }: ComponentProps<"select"> & { label: string }) {
  return (
    <label data-choice="" className={box}>
      <span className={name}>{label}</span>
      <select {...props} className={control}>
        {children}
      </select>
    </label>
  );
}

/** A labeled field in a toolbar. */
export function Entry({ label, ...props }: ComponentProps<"input"> & { label: string }) {
  return (
    <label data-choice="" className={box}>
      <span className={name}>{label}</span>
      <input {...props} className={control} />
    </label>
  );
}

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (words: string) => void;
}

/** A search field above a page, which searches while someone types. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      className="min-h-10 w-full rounded-small border border-muted bg-surface px-3 py-1.5"
      value={value}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface FindProps {
  label: string;
  hint: string;
  /** The current search. */
  value?: string;
  /** Called with the text; empty to clear the search. */
  onFind: (text: string) => void;
}

/** A search field, submitted with Enter. */
export function Find({ label, hint, value = "", onFind }: FindProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current && input.current.value !== value) input.current.value = value;
  }, [value]);
  return (
    <form
      className={box}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onFind(String(new FormData(event.currentTarget).get("q")).trim());
      }}
    >
      <label htmlFor={id} className={name}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        name="q"
        autoComplete="off"
        defaultValue={value}
        placeholder={hint}
        className={control}
      />
    </form>
  );
}
