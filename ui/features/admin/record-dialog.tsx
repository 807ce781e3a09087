import { type FormEvent, useEffect, useState } from "react";
import { ApiError } from "../../shared/api.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { showToast } from "../../shared/ui/show-toast.ts";
import { failed, write } from "./calls.ts";
import { Conflict } from "./conflict.tsx";
import { draftKey, keepDraft, readDraft } from "./drafts.ts";
import { RecordField } from "./fields.tsx";
import { bodyOf, capitalized, changed, check, type Item, type Kind, type Values, valuesOf, words } from "./kind.ts";

interface RecordDialogProps {
  kind: Kind;
  /** The id of the record, or "new". */
  edit: string;
  /** The record as the list has it; undefined when it is not among what is loaded. */
  item: Item | undefined;
  /** Of the page that the record belongs to. */
  pageId?: number;
  onSaved: () => void;
  onClose: () => void;
}

/** Adds or edits a record. What is typed is kept in the tab until it is saved. */
export function RecordDialog({ kind, edit, item, pageId, onSaved, onClose }: RecordDialogProps) {
  const key = draftKey(kind.id, pageId, edit);
  const [draft] = useState(() => readDraft(key));
  const [from, setFrom] = useState<Item | null>(draft?.from ?? item ?? null);
  const [values, setValues] = useState<Values>(draft?.values ?? valuesOf(kind, from));
  const [restored, setRestored] = useState(draft !== null);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  const [theirs, setTheirs] = useState<Item | null>(null);
  const isNew = edit === "new";
  const missing = !isNew && from === null;
  useEffect(() => {
    if (missing) onClose();
  }, [missing, onClose]);
  if (missing) return null;

  const set = (next: Values) => {
    setValues(next);
    keepDraft(key, changed(kind, next, valuesOf(kind, from)).length > 0 ? { values: next, from } : null);
  };
  const put = (name: string, value: string | boolean) => {
    const next = { ...values, [name]: value };
    const { suggest } = kind;
    if (isNew && suggest?.from === name && values[suggest.to] === suggest.make(String(values[name])))
      next[suggest.to] = suggest.make(String(value));
    set(next);
    setWrong(({ [name]: _, ...others }) => others);
  };
  const save = async (values: Values, from: Item | null) => {
    const names = from ? changed(kind, values, valuesOf(kind, from)) : kind.fields.map(({ name }) => name);
    const found = check(kind, values);
    setWrong(found);
    const [first] = Object.values(found);
    if (first) return refuse(first);
    if (names.length === 0) return done();
    setSaving(true);
    try {
      const body = bodyOf(kind, values, names);
      if (from) await write("PUT", `${kind.path}/${from.id}`, { ...body, version: from.version });
      else await write("POST", kind.path, { ...body, pageId });
      done(words.done(kind.noun, from ? "updated" : "created"));
    } catch (error) {
      refused(error, words.failed(kind.noun, from ? "update" : "create"));
    }
    setSaving(false);
  };
  const done = (toast?: string) => {
    keepDraft(key, null);
    onClose();
    if (!toast) return;
    onSaved();
    void showToast({ title: toast });
  };
  const refused = (error: unknown, otherwise: string) => {
    if (error instanceof ApiError && error.current) return setTheirs(error.current as Item);
    if (error instanceof ApiError) setWrong(Object.fromEntries(error.fields.map((f) => [f.field, f.message])));
    failed(error, otherwise);
  };
  const startOver = () => {
    keepDraft(key, null);
    const start = item ?? from;
    setFrom(start);
    setValues(valuesOf(kind, start));
    setRestored(false);
    setWrong({});
  };

  return (
    <Dialog title={`${isNew ? "Add" : "Edit"} ${capitalized(kind.noun)}`} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save(values, from);
        }}
      >
        {restored && (
          <p className="note" role="status">
            What you typed before is back.{" "}
            <button type="button" className="link-button" onClick={startOver}>
              Start over
            </button>
          </p>
        )}
        {kind.fields.map((spec) => (
          <RecordField
            key={spec.name}
            spec={spec}
            item={item ?? from}
            value={values[spec.name] ?? ""}
            error={wrong[spec.name]}
            onChange={(value) => put(spec.name, value)}
          />
        ))}
        <footer className="dialog-act">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={saving}>
            {saving ? "Saving…" : isNew ? `Add ${capitalized(kind.noun)}` : "Save"}
          </Button>
        </footer>
      </form>
      {theirs && from && (
        <Conflict
          {...{ kind, from, theirs, mine: values }}
          onClose={() => setTheirs(null)}
          onChoose={(chosen) => {
            setTheirs(null);
            setFrom(theirs);
            setValues(chosen);
            keepDraft(key, { values: chosen, from: theirs });
            void save(chosen, theirs);
          }}
        />
      )}
    </Dialog>
  );
}

function refuse(sentence: string) {
  void showToast({ title: "Error", text: sentence, look: "destructive", urgent: true });
}
