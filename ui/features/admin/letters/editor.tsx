import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { paths } from "../../../paths.ts";
import type { LetterCheck, StaffLetter } from "../../../shared/api.gen.ts";
import { Field } from "../../../shared/form/fields.tsx";
import { useUser } from "../../../shared/user.ts";
import { useRead } from "../calls.ts";
import { CheckLines } from "../check-lines.tsx";
import { Conflict } from "../conflict.tsx";
import { TimeField } from "../date-fields.tsx";
import { valuesOf } from "../kind.ts";
import { letterKind } from "../kinds/letter.ts";
import { TestSend } from "../outgoing/test-send.tsx";
import { useItsTime } from "../outgoing/use-its-time.ts";
import { EditorLayout, EditorMain, EditorSide, TitleField } from "../parts/editor-layout.tsx";
import { Note } from "../parts/texts.tsx";
import { MarkdownField } from "../pieces/markdown-field.tsx";
import { Revisions } from "../pieces/revisions.tsx";
import { useAutosave } from "../pieces/use-autosave.ts";
import { Restored } from "../record-dialog.tsx";
import { Part } from "../side-part.tsx";
import { useLeaveWarning } from "../use-leave-warning.ts";
import { useRecordForm } from "../use-record-form.ts";
import { AudienceField } from "./audience.tsx";
import { LetterBar } from "./bar.tsx";
import { PickedField } from "./picked.tsx";
import { LetterPreview } from "./preview.tsx";
import { SponsoredField } from "./sponsored.tsx";

interface LetterEditorProps {
  /** As it was when the screen opened; null for a new one. */
  letter: StaffLetter | null;
  mayEdit: boolean;
  /** Called with what a new one became when it was first saved. */
  onCreated: (letter: StaffLetter) => void;
  /** Called when its status has changed, or a revision was restored. */
  onTurned: (letter: StaffLetter) => void;
}

/** A letter that is not on its way yet. */
export function LetterEditor({ letter, mayEdit, onCreated, onTurned }: LetterEditorProps) {
  const navigate = useNavigate();
  const { key: opened } = useLocation();
  const user = useUser();
  const form = useRecordForm({ kind: letterKind, edit: letter ? String(letter.id) : "new", item: letter });
  const [previewing, setPreviewing] = useState(false);
  const [looking, setLooking] = useState(false);
  const { values, from, wrong } = form;
  const text = (name: string) => String(values[name] ?? "");
  const said = (name: string) => {
    const spec = letterKind.fields.find((field) => field.name === name);
    return { name, label: spec?.label ?? "", hint: spec?.hint, error: wrong[name] };
  };

  const isNew = useRef(letter === null);
  useEffect(() => {
    isNew.current = letter === null;
    return () => {
      isNew.current = false; // whoever has left stays where they went
    };
  }, [letter]);
  /** Waits for a save; the first one gives a new letter its address, and one writes on. */
  const after = async (saving: Promise<StaffLetter | null>): Promise<StaffLetter | null> => {
    const saved = await saving;
    if (saved && isNew.current) {
      isNew.current = false;
      onCreated(saved);
      navigate(paths.adminLetter(saved.id), {
        replace: true,
        preventScrollReset: true,
        state: { opened, keepFocus: true },
      });
    }
    return saved;
  };
  const save = () => after(form.save());
  useAutosave(form, mayEdit, letterKind, () => void after(form.saveQuietly()));

  const unsaved = form.changed.length > 0;
  useItsTime(`${letterKind.path}/${from?.id}`, from, unsaved, onTurned);
  useLeaveWarning(unsaved);

  return (
    <EditorLayout previewing={previewing}>
      <LetterBar
        {...{ form, mayEdit, previewing, onTurned }}
        onSave={save}
        onRevisions={() => setLooking(true)}
        onPreview={async () => {
          if (previewing || !mayEdit || (await save())) setPreviewing(!previewing);
        }}
      />
      {letter?.trouble && <Note role="alert">{letter.trouble}</Note>}
      {form.restored && <Restored onStartOver={form.startOver} />}
      <EditorMain disabled={!mayEdit}>
        <legend className="sr-only">Content</legend>
        <TitleField>
          <Field
            {...said("subject")}
            value={text("subject")}
            maxLength={150}
            onChange={(event) => form.put("subject", event.currentTarget.value)}
          />
        </TitleField>
        <Field
          {...said("preheader")}
          value={text("preheader")}
          maxLength={200}
          onChange={(event) => form.put("preheader", event.currentTarget.value)}
        />
        <MarkdownField
          label="Text"
          value={text("body")}
          error={wrong.body}
          editable={mayEdit}
          onChange={(body) => form.put("body", body)}
        />
        <PickedField {...said("pieces")} value={text("pieces")} onChange={(pieces) => form.put("pieces", pieces)} />
      </EditorMain>
      {previewing && from ? (
        <LetterPreview letter={from} />
      ) : (
        <EditorSide disabled={!mayEdit}>
          <legend className="sr-only">Campaign settings</legend>
          <Part title="Audience">
            <AudienceField
              value={text("audience")}
              error={wrong.audience}
              onChange={(audience) => form.put("audience", audience)}
            />
          </Part>
          <Part title="Send time">
            <TimeField
              {...said("scheduledAt")}
              hint="Leave blank to send right away."
              value={text("scheduledAt")}
              onChange={(at) => form.put("scheduledAt", at)}
            />
          </Part>
          <Part title="Sponsored offers">
            <SponsoredField value={text("offers")} onChange={(offers) => form.put("offers", offers)} />
          </Part>
          {from && (
            <>
              <Part title="Checklist">
                <LetterChecks letter={from} />
              </Part>
              {mayEdit && (
                <Part title="Test">
                  <TestSend
                    path={`${letterKind.path}/${from.id}`}
                    to={{ name: "email", label: "Send a test to", type: "email", autoComplete: "email" }}
                    own={user?.email}
                    unsaved={unsaved}
                    onSave={save}
                  />
                </Part>
              )}
            </>
          )}
        </EditorSide>
      )}
      {form.comparing && form.theirs && from && (
        <Conflict
          kind={letterKind}
          from={from}
          theirs={form.theirs}
          mine={values}
          onClose={form.backToMine}
          onChoose={form.choose}
        />
      )}
      {looking && from && (
        <Revisions
          kind={letterKind}
          record={from}
          now={unsaved ? values : valuesOf(letterKind, from)}
          unsaved={unsaved}
          mayEdit={mayEdit}
          onRestored={(restored) => {
            form.forget();
            onTurned(restored);
          }}
          onClose={() => setLooking(false)}
        />
      )}
    </EditorLayout>
  );
}

/** What to look at before a letter goes out, of what is saved. */
function LetterChecks({ letter }: { letter: StaffLetter }) {
  const { data } = useRead<LetterCheck[]>(`${letterKind.path}/${letter.id}/checks`, { keepLast: true });
  return <CheckLines lines={(data ?? []).map(({ name, ok, detail }) => ({ text: ok ? name : detail, good: ok }))} />;
}
