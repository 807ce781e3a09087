import { adminPaths } from "../../../shared/admin-paths.ts";
import { count } from "../../../shared/format.ts";
import { BackLink } from "../back-link.tsx";
import { attempt, write } from "../calls.ts";
import { copy } from "../copy.ts";
import { check, type Value, type Values } from "../kind.ts";
import { SmallButton, TextButton } from "../parts/buttons.tsx";
import { Bar, BarActs } from "../parts/editor-layout.tsx";
import { type RecordForm, savedState } from "../use-record-form.ts";
import type { Desk, Piece, PieceStatus } from "./piece.ts";
import { StatusBadge } from "./status.tsx";

interface EditBarProps<T extends Piece> {
  desk: Desk<T>;
  form: RecordForm<T>;
  mayEdit: boolean;
  onSave: (change?: Values) => void;
  onRevisions: () => void;
  /** Whether the page is shown beside the text. */
  previewing: boolean;
  onPreview: () => void;
}

/** The bar of an article or a guide, which stays in view: its status, save state and actions. */
export function EditBar<T extends Piece>(props: EditBarProps<T>) {
  const { desk, form, mayEdit, onSave, onRevisions, previewing, onPreview } = props;
  const { from, values, busy } = form;
  const status = from?.status ?? "draft";
  const words = wordsOf(values);
  const lacking = form.changed.length > 0 ? Object.values(check(desk.kind, values)) : [];
  return (
    <Bar>
      <BackLink to={adminPaths.pieces(desk.list)} list={`${desk.kind.noun}s`} />
      <StatusBadge status={status} />
      <span role="status" className="text-muted">
        {savedState(form, lacking)}
      </span>
      {form.theirs && <TextButton onClick={form.compare}>Compare</TextButton>}
      <span className="text-muted max-md:hidden">
        {count(words, "word")}, {minutesOf(words)} min read
      </span>
      {from && <TextButton onClick={onRevisions}>Revisions</TextButton>}
      {from && mayEdit && (
        <>
          <TextButton aria-pressed={previewing} onClick={onPreview}>
            {previewing ? "Close preview" : "Preview"}
          </TextButton>
          <TextButton onClick={() => copyPreviewLink(desk, from)}>Copy preview link</TextButton>
        </>
      )}
      {status === "published" && from && (
        <a
          href={desk.page(from.slug)}
          target="_blank"
          rel="noopener"
          className="underline decoration-gold decoration-2 underline-offset-[0.2em]"
        >
          View page <span aria-hidden="true">↗</span>
        </a>
      )}
      {mayEdit && (
        <BarActs>
          <StatusButtons status={status} publishAt={String(values.publishAt)} {...{ busy, onSave }} />
        </BarActs>
      )}
    </Bar>
  );
}

/** Copies a link to the saved version, which works without an account. */
function copyPreviewLink<T extends Piece>({ kind }: Desk<T>, { id }: T) {
  void attempt(async () => {
    const { url } = await write<{ url: string }>("POST", `${kind.path}/${id}/preview-link`);
    await copy(url, "Link copied. Anyone with the link can see the saved version for a week.");
  }, "We couldn’t create the link. Try again.");
}

interface StatusButtonsProps {
  status: PieceStatus;
  publishAt: string;
  busy: boolean;
  onSave: (change?: Values) => void;
}

/** The actions for a status; the last is the main one. */
function StatusButtons({ status, publishAt, busy, onSave }: StatusButtonsProps) {
  const later = Date.parse(publishAt) > Date.now();
  const turn = (to: PieceStatus, label: string, main = false) => (
    <SmallButton key={label} look={main ? "main" : "quiet"} disabled={busy} onClick={() => onSave({ status: to })}>
      {label}
    </SmallButton>
  );
  const save = (label: string, main = true) => (
    <SmallButton key={label} look={main ? "main" : "quiet"} disabled={busy} onClick={() => onSave()}>
      {label}
    </SmallButton>
  );
  const publish = later ? turn("scheduled", "Schedule", true) : turn("published", "Publish", true);
  switch (status) {
    case "draft":
      return [save("Save draft", false), publish];
    case "scheduled":
      return [turn("draft", "Unschedule"), turn("published", "Publish now"), save("Save")];
    case "published":
      return [
        turn("archived", "Archive"),
        turn("draft", "Unpublish"),
        later ? turn("scheduled", "Schedule", true) : save("Update"),
      ];
    case "archived":
      return [turn("draft", "Back to draft"), save("Save", false), publish];
  }
}

/** The server's reading speed, in words per minute. */
const wordsPerMinute = 220;

/** The words of a piece: of its body, or of its introduction, steps and conclusion. */
function wordsOf({ body, introduction, items, conclusion }: Values): number {
  return [body, introduction, items, conclusion].reduce((sum: number, text) => sum + countOf(text), 0);
}

function minutesOf(words: number): number {
  return Math.max(1, Math.round(words / wordsPerMinute));
}

function countOf(value: Value | undefined): number {
  if (Array.isArray(value))
    return value.reduce((sum, { title, content }) => sum + countOf(title) + countOf(content), 0);
  return typeof value === "string" ? (value.match(/\S+/g)?.length ?? 0) : 0;
}
