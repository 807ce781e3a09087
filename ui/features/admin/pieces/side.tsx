import { LongField } from "../../../shared/form/fields.tsx";
import { TimeField } from "../date-fields.tsx";
import { RecordField } from "../fields.tsx";
import type { Kind } from "../kind.ts";
import { PictureField } from "../pictures/picture-field.tsx";
import { FiguresOfPiece, OffersOnPage } from "../reports/page-figures.tsx";
import { Part } from "../side-part.tsx";
import type { RecordForm } from "../use-record-form.ts";
import { Checklist } from "./checklist.tsx";
import type { Desk, Piece } from "./piece.ts";
import { Previews } from "./previews.tsx";
import { RelatedField } from "./related-field.tsx";
import { StopSharing } from "./stop-sharing.tsx";
import type { WantedPicture } from "./wanted-picture.ts";

interface SideProps<T extends Piece> {
  desk: Desk<T>;
  form: RecordForm<T>;
  /** Jumps to a picture in a text. */
  onPicture: (picture: WantedPicture) => void;
}

/** The fields of a piece other than its texts, by purpose. */
export function Side<T extends Piece>({ desk, form, onPicture }: SideProps<T>) {
  const has = (name: string) => desk.kind.fields.some((field) => field.name === name);
  const fields = (...names: string[]) =>
    names.filter(has).map((name) => <PieceField key={name} kind={desk.kind} form={form} name={name} />);
  return (
    <>
      <Part title="Checklist">
        <Checklist values={form.values} summary={desk.summary} onPicture={onPicture} />
      </Part>
      <Part title="Publishing">
        {fields("publishAt", "featured")}
        {form.from && <StopSharing desk={desk} piece={form.from} />}
      </Part>
      {(form.from?.status === "published" || form.from?.status === "archived") && (
        <>
          <Part title="Last 30 days">
            <FiguresOfPiece page={desk.page(form.from.slug)} />
          </Part>
          <Part title="Offers here, last 30 days">
            <OffersOnPage page={desk.page(form.from.slug)} />
          </Part>
        </>
      )}
      <Part title="Category and author">{fields("category", "tags", "authorName")}</Part>
      <Part title="Picture">{fields("imageUrl", "imageAlt")}</Part>
      <Part title="Facts">{fields("avgSavings", "savingsAssumption", "reviewedAt", "sources", "correction")}</Part>
      <Part title="Keep reading">{fields("related", "relatedArticles")}</Part>
      <Part title="Search and sharing">
        <Previews
          title={String(form.values.title)}
          summary={String(form.values[desk.summary])}
          imageUrl={String(form.values.imageUrl)}
          path={desk.page(String(form.values.slug))}
        />
      </Part>
    </>
  );
}

interface PieceFieldProps<T extends Piece> {
  kind: Kind<T>;
  form: RecordForm<T>;
  name: string;
}

/** A field of a piece, as declared by its kind. */
export function PieceField<T extends Piece>({ kind, form, name }: PieceFieldProps<T>) {
  const spec = kind.fields.find((field) => field.name === name);
  if (!spec) return null;
  const { label, hint } = spec;
  const value = String(form.values[name] ?? "");
  const said = { name, label, hint, error: form.wrong[name] };
  switch (spec.type) {
    case "picture":
      return (
        <PictureField
          {...said}
          value={value}
          onChange={(path, alt) => {
            form.put(name, path);
            if (alt && form.values.imageAlt === "") form.put("imageAlt", alt);
          }}
        />
      );
    case "time":
      return (
        <TimeField
          {...said}
          hint="Leave blank to publish right away."
          value={value}
          onChange={(at) => form.put(name, at)}
        />
      );
    case "articles":
    case "guides": {
      const own = kind.id === spec.type.slice(0, -1) ? String(form.values.slug) : "";
      return (
        <RelatedField {...said} {...{ value, own }} list={spec.type} onChange={(slugs) => form.put(name, slugs)} />
      );
    }
    case "sources":
    case "correction":
      return (
        <LongField {...said} rows={3} value={value} onChange={(event) => form.put(name, event.currentTarget.value)} />
      );
    default:
      return (
        <RecordField
          spec={spec}
          item={form.from}
          value={form.values[name] ?? ""}
          error={form.wrong[name]}
          onChange={(value) => form.put(name, value)}
        />
      );
  }
}
