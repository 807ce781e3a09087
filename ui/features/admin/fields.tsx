import { useState } from "react";
import type { StaffContentOffer, StaffPage, StaffQuestion } from "../../shared/api.gen.ts";
import { categories } from "../../shared/constants.ts";
import { CheckField, Field, Group, LongField, Options, SelectField } from "../../shared/form/fields.tsx";
import { useRead } from "./calls.ts";
import { DayField, TimeField } from "./date-fields.tsx";
import type { Entry, Kind, Value } from "./kind.ts";
import { PictureField } from "./pictures/picture-field.tsx";
import { PieceSearch } from "./pieces/piece-search.tsx";
import { RelatedField } from "./pieces/related-field.tsx";
import { RecordChoice } from "./record-choice.tsx";
import type { RecordForm } from "./use-record-form.ts";

interface RecordFieldProps<T extends Entry> {
  kind: Kind<T>;
  form: RecordForm<T>;
  name: string;
  /** The record's content page. */
  pageId?: number;
}

/** A field of a record's form, as declared by its kind; nothing if it declares none of this name. */
export function RecordField<T extends Entry>({ kind, form, name, pageId }: RecordFieldProps<T>) {
  const spec = kind.fields.find((field) => field.name === name);
  if (!spec) return null;
  const { label, hint, type, options = [], list = "" } = spec;
  const { from, values } = form;
  const value = values[name] ?? "";
  const text = String(value);
  const said = { name, label, hint, error: form.wrong[name] };
  const onChange = (value: Value) => form.put(name, value);
  const typed = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  switch (type) {
    case "flag":
      return (
        <CheckField {...said} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
      );
    case "text":
      return <LongField {...said} rows={4} value={text} onChange={typed} />;
    case "sources":
    case "correction":
      return <LongField {...said} rows={3} value={text} onChange={typed} />;
    case "category":
      return <SelectField {...said} options={categoryOptions} value={text} onChange={typed} />;
    case "choice":
      return <SelectField {...said} options={options} value={text} onChange={typed} />;
    case "offer":
      return <OfferField {...said} question={from as StaffQuestion | null} value={text} onChange={onChange} />;
    case "picture":
      return (
        <PictureField
          {...said}
          value={text}
          onChange={(path, alt) => {
            onChange(path);
            if (alt && values.imageAlt === "") form.put("imageAlt", alt);
          }}
        />
      );
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
          list={list}
          filter={{ pageId }}
          not={list === kind.path ? from?.id : undefined}
          value={text}
          onChange={onChange}
        />
      );
    case "article":
      return (
        <RelatedField
          {...said}
          list="articles"
          most={1}
          category={String(values.category ?? "")}
          value={text}
          onChange={onChange}
        />
      );
    case "articles":
    case "guides": {
      const own = type === `${kind.id}s` ? String(values.slug) : "";
      return <RelatedField {...said} list={type} own={own} value={text} onChange={onChange} />;
    }
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

interface OfferFieldProps {
  name: string;
  label: string;
  hint?: string;
  error?: string;
  /** As saved; null for a new one. */
  question: StaffQuestion | null;
  /** Id of the offer; empty for none. */
  value: string;
  onChange: (value: string) => void;
}

/** Chooses the offer of a question, from any content page: first the page, then the offer. */
function OfferField({ name, question, value, onChange, ...said }: OfferFieldProps) {
  const { data: pages } = useRead<StaffPage[]>("/api/content/pages?limit=200");
  const [page, setPage] = useState(String(question?.targetPageId ?? ""));
  const { data: offers } = useRead<StaffContentOffer[]>(page ? `/api/content/offers?pageId=${page}&limit=200` : null);
  const known = offers?.some(({ id }) => String(id) === value);
  return (
    <Group {...said}>
      <select aria-label="Offer page" value={page} onChange={(event) => setPage(event.currentTarget.value)}>
        <option value="">Choose a page…</option>
        <Options of={(pages ?? []).map(({ id, title }) => [id, title])} />
      </select>
      <select aria-label="Offer" name={name} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">No offer</option>
        {value && !known && (
          <option value={value}>
            {question?.targetTitle && String(question.targetOfferId) === value
              ? question.targetTitle
              : `Offer ${value}`}
          </option>
        )}
        <Options of={(offers ?? []).map(({ id, title }) => [id, title])} />
      </select>
    </Group>
  );
}
