import type { ComponentProps } from "react";
import { CheckField, Field, LongField, SelectField } from "../../shared/form/fields.tsx";
import type { FieldSpec, Item } from "./kind.ts";
import { OfferField } from "./offer-field.tsx";

interface RecordFieldProps {
  spec: FieldSpec;
  /** The record that is edited; null for a new one. */
  item: Item | null;
  value: string | boolean;
  error?: string;
  onChange: (value: string | boolean) => void;
}

/** One field of a record's form, as its kind describes it. */
export function RecordField({ spec, item, value, error, onChange }: RecordFieldProps) {
  const { name, label, hint, type, options = [] } = spec;
  const said = { name, label, hint, error };
  const text = String(value);
  const typed = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  switch (type) {
    case "flag":
      return (
        <CheckField {...said} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
      );
    case "text":
      return <LongField {...said} rows={4} value={text} onChange={typed} />;
    case "choice":
      return <SelectField {...said} options={options} value={text} onChange={typed} />;
    case "offer":
      return <OfferField {...said} item={item} value={text} onChange={onChange} />;
    case "number":
      return <Field {...said} type="number" value={text} onChange={typed} />;
    default:
      return <Field {...said} autoComplete="off" spellCheck={type === "line"} value={text} onChange={typed} />;
  }
}

/** A list to choose from that stands in a row of tools, its label before it. */
export function Choice({ label, children, ...props }: ComponentProps<"select"> & { label: string }) {
  return (
    <label className="choice">
      <span>{label}</span>
      <select {...props}>{children}</select>
    </label>
  );
}
