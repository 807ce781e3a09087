import type { StaffQuestion } from "../../shared/api.gen.ts";
import { categories } from "../../shared/constants.ts";
import { CheckField, Field, LongField, SelectField } from "../../shared/form/fields.tsx";
import { DayField, TimeField } from "./date-fields.tsx";
import type { FieldSpec, Value } from "./kind.ts";
import { OfferField } from "./offer-field.tsx";
import { PictureField } from "./pictures/picture-field.tsx";
import { PieceSearch } from "./pieces/piece-search.tsx";
import { RelatedField } from "./pieces/related-field.tsx";
import { RecordChoice } from "./record-choice.tsx";

interface RecordFieldProps {
  spec: FieldSpec;
  /** The record; null for a new one. */
  item: { id: number } | null;
  /** Path of the record's list. */
  own?: string;
  /** The record's content page. */
  pageId?: number;
  /** Category to choose an article from. */
  category?: string;
  value: Value;
  error?: string;
  onChange: (value: Value) => void;
}

/** A field of a record's form, as declared by its kind. */
export function RecordField({ spec, item, own, pageId, category, value, error, onChange }: RecordFieldProps) {
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
    case "category":
      return <SelectField {...said} options={categoryOptions} value={text} onChange={typed} />;
    case "choice":
      return <SelectField {...said} options={options} value={text} onChange={typed} />;
    case "offer":
      return <OfferField {...said} question={item as StaffQuestion | null} value={text} onChange={onChange} />;
    case "picture":
      return <PictureField {...said} value={text} onChange={onChange} />;
    case "number":
      return <Field {...said} type="number" value={text} onChange={typed} />;
    case "time":
      return <TimeField {...said} value={text} onChange={onChange} />;
    case "money":
      return <Field {...said} inputMode="decimal" autoComplete="off" value={text} onChange={typed} />;
    case "currency":
      return <Field {...said} maxLength={3} autoComplete="off" spellCheck={false} value={text} onChange={typed} />;
    case "record":
      return (
        <RecordChoice
          {...said}
          list={spec.list ?? ""}
          filter={{ pageId }}
          not={spec.list === own ? item?.id : undefined}
          value={text}
          onChange={onChange}
        />
      );
    case "article":
      return <RelatedField {...said} list="articles" most={1} category={category} value={text} onChange={onChange} />;
    case "page":
      return (
        <PieceSearch
          {...said}
          text={text}
          onText={onChange}
          words={/^(\/|https?:)/.test(text) ? "" : text}
          lists={["guides", "articles"]}
          except={({ status }) => status !== "published"}
          onChoose={({ href }) => onChange(href)}
        />
      );
    case "day":
      return <DayField {...said} value={text} onChange={onChange} />;
    default:
      return <Field {...said} autoComplete="off" spellCheck={type === "line"} value={text} onChange={typed} />;
  }
}

const categoryOptions = categories.map(({ id, label }) => ({ value: id, label }));
