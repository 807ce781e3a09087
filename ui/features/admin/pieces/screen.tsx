import { useEffect, useState } from "react";
import { adminPaths } from "../../../shared/admin-paths.ts";
import type { WorkingCopy } from "../../../shared/api.gen.ts";
import { type Action, useActions } from "../actions.ts";
import { useReadOnce } from "../calls.ts";
import { useConfirm } from "../confirm.tsx";
import { Conflict } from "../conflict.tsx";
import type { Draft } from "../drafts.ts";
import { RecordField } from "../fields.tsx";
import { type Value, type Values, valuesOf } from "../kind.ts";
import { EditorLayout, EditorMain, EditorSide, TitleField } from "../parts/editor-layout.tsx";
import { Restored } from "../record-dialog.tsx";
import { Problem, Rows } from "../states.tsx";
import { useDue } from "../use-due.ts";
import { useFirstSave } from "../use-first-save.ts";
import { useLeaveWarning } from "../use-leave-warning.ts";
import { type RecordForm, useRecordForm } from "../use-record-form.ts";
import { EditBar } from "./bar.tsx";
import { MarkdownField } from "./markdown-field.tsx";
import type { Desk, Piece } from "./piece.ts";
import { Preview } from "./preview.tsx";
import { questionBefore } from "./questions.ts";
import { Revisions } from "./revisions.tsx";
import { Side } from "./side.tsx";
import { Steps } from "./steps.tsx";
import { useAutosave } from "./use-autosave.ts";
import { copyPath, useWorkingCopy } from "./use-working-copy.ts";
import { type WantedPicture, WantedPictureContext } from "./wanted-picture.ts";

interface PieceScreenProps<T extends Piece> {
  desk: Desk<T>;
  /** Id of the piece, or "new". */
  id: string;
  mayEdit: boolean;
}

/** The screen of an article or a guide. */
export function PieceScreen<T extends Piece>({ desk, id, mayEdit }: PieceScreenProps<T>) {
  const [created, setCreated] = useState<T | null>(null); // the new piece after its first save, while its editor stays open
  const own = id === "new" || id === String(created?.id);
  const { data, error, reload } = useReadOnce<T>(own ? null : `${desk.kind.path}/${id}`);
  const [restored, setRestored] = useState<T | null>(null);
  const { path, noun } = desk.kind;
  const isOut = mayEdit && data !== undefined && data.status !== "draft";
  const copy = useReadOnce<WorkingCopy>(isOut ? copyPath(path, id) : null);
  const waits = isOut && !copy.data && !copy.error;
  const piece = own ? created : waits ? undefined : data;
  return (
    <>
      <h1 className="sr-only">{id === "new" ? `New ${noun}` : `Edit ${piece?.title ?? noun}`}</h1>
      {own || piece ? (
        <Editor
          key={restored?.version}
          desk={desk}
          piece={restored ?? piece ?? null}
          copy={restored ? null : (copy.data?.draft as unknown as Draft<T>)}
          mayEdit={mayEdit}
          onCreated={setCreated}
          onRestored={setRestored}
        />
      ) : error ? (
        <Problem error={error} onRetry={reload} />
      ) : (
        <Rows />
      )}
    </>
  );
}

interface EditorProps<T extends Piece> {
  desk: Desk<T>;
  /** The piece when the screen opened; null for a new one. */
  piece: T | null;
  /** Its editor's unsaved changes from another machine. */
  copy: Draft<T> | null;
  mayEdit: boolean;
  /** Called with a new piece after its first save. */
  onCreated: (piece: T) => void;
  /** Called with a restored revision. */
  onRestored: (piece: T) => void;
}

/** The editor of an article or a guide: its texts, and a side column for the rest. */
function Editor<T extends Piece>({ desk, piece, copy, mayEdit, onCreated, onRestored }: EditorProps<T>) {
  const { kind } = desk;
  const form = useRecordForm({ kind, edit: piece ? String(piece.id) : "new", item: piece, copy });
  const [looking, setLooking] = useState(false);
  const [previewing, setPreviewing] = useState(false);
  const [wanted, setWanted] = useState<WantedPicture | null>(null);
  const { ask, confirm } = useConfirm();
  const { values } = form;

  const after = useFirstSave(piece, onCreated, (id) => adminPaths.piece(desk.list, id));
  const save = (change?: Values) => after(form.save(change));
  const { from, follow } = form;
  const due = from?.status === "scheduled" && from.publishAt ? Date.parse(from.publishAt) : null;
  useDue<T>(`${kind.path}/${from?.id}`, due, (now) => now.status === "published" && follow(now));
  useAutosave(form, mayEdit, kind, () => after(form.saveQuietly()));
  useWorkingCopy(form, mayEdit, kind);
  /** Saves, after questions about anything unexpected for readers. */
  const attempt = (change: Values = {}) => {
    const asked = questionBefore(kind.noun, form, change);
    if (asked) ask({ ...asked, onConfirm: () => save(asked.change) });
    else void save(change);
  };
  useEffect(() => {
    const byKey = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      if (mayEdit) attempt();
    };
    addEventListener("keydown", byKey);
    return () => removeEventListener("keydown", byKey);
  });

  const unsaved = form.changed.length > 0;
  useLeaveWarning(unsaved);

  useActions(mayEdit ? actionsOf(form, attempt) : []);
  const field = (name: string) => <RecordField kind={kind} form={form} name={name} />;
  const markdown = (name: string, label: string) => (
    <MarkdownField
      label={label}
      value={String(values[name])}
      error={form.wrong[name]}
      editable={mayEdit}
      onChange={(text) => form.put(name, text)}
    />
  );
  return (
    <EditorLayout previewing={previewing}>
      <EditBar
        {...{ desk, form, mayEdit, previewing }}
        onSave={attempt}
        onRevisions={() => setLooking(true)}
        onPreview={() => setPreviewing(!previewing)}
      />
      {form.restored && <Restored onStartOver={form.startOver} />}
      <EditorMain disabled={!mayEdit}>
        <legend className="sr-only">Content</legend>
        <WantedPictureContext value={{ wanted, onShown: () => setWanted(null) }}>
          <TitleField>{field("title")}</TitleField>
          {field("slug")}
          {field(desk.summary)}
          {desk.list === "articles" ? (
            markdown("body", "Body")
          ) : (
            <>
              {markdown("introduction", "Introduction")}
              <Steps
                steps={stepsOf(values.items)}
                error={form.wrong.items}
                editable={mayEdit}
                onChange={form.putSteps}
              />
              {markdown("conclusion", "Conclusion")}
            </>
          )}
        </WantedPictureContext>
      </EditorMain>
      {previewing && form.from ? (
        <Preview desk={desk} piece={form.from} form={form} />
      ) : (
        <EditorSide disabled={!mayEdit}>
          <legend className="sr-only">About this {kind.noun}</legend>
          <Side desk={desk} form={form} onPicture={setWanted} />
        </EditorSide>
      )}
      <Conflict kind={kind} form={form} />
      {looking && form.from && (
        <Revisions
          kind={kind}
          record={form.from}
          now={unsaved ? values : valuesOf(kind, form.from)}
          unsaved={unsaved}
          mayEdit={mayEdit}
          onRestored={(restored) => {
            form.forget();
            onRestored(restored);
          }}
          onClose={() => setLooking(false)}
        />
      )}
      {confirm}
    </EditorLayout>
  );
}

/** The piece's actions in the palette. */
function actionsOf<T extends Piece>({ from, values }: RecordForm<T>, save: (change?: Values) => void): Action[] {
  const status = from?.status ?? "draft";
  const later = Date.parse(String(values.publishAt)) > Date.now();
  const actions: Action[] = [{ label: "Save", keys: "Ctrl S", run: () => save() }];
  if (status !== "published" && !later) actions.push({ label: "Publish", run: () => save({ status: "published" }) });
  if (status !== "scheduled" && later) actions.push({ label: "Schedule", run: () => save({ status: "scheduled" }) });
  if (status === "published") actions.push({ label: "Archive", run: () => save({ status: "archived" }) });
  return actions;
}

function stepsOf(value: Value | undefined) {
  return Array.isArray(value) ? value : [];
}
