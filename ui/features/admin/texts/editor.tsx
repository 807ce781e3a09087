import { useLocation, useNavigate } from "react-router";
import { paths } from "../../../paths.ts";
import type { StaffText } from "../../../shared/api.gen.ts";
import { Conflict } from "../conflict.tsx";
import { RecordField } from "../fields.tsx";
import { textKind } from "../kinds/text.ts";
import { TestSend } from "../outgoing/test-send.tsx";
import { useItsTime } from "../outgoing/use-its-time.ts";
import { EditorLayout, EditorMain, EditorSide } from "../parts/editor-layout.tsx";
import { Note } from "../parts/texts.tsx";
import { Restored } from "../record-dialog.tsx";
import { Part } from "../side-part.tsx";
import { useLeaveWarning } from "../use-leave-warning.ts";
import { useRecordForm } from "../use-record-form.ts";
import { Audience } from "./audience.tsx";
import { TextBar } from "./bar.tsx";
import { Measured } from "./measured.tsx";

interface TextEditorProps {
  /** As it was when the screen opened; null for a new one. */
  text: StaffText | null;
  mayEdit: boolean;
  /** Called with what a new one became when it was first saved. */
  onCreated: (text: StaffText) => void;
  /** Called when its status has changed. */
  onTurned: (text: StaffText) => void;
}

/** A text that is not on its way yet. */
export function TextEditor({ text, mayEdit, onCreated, onTurned }: TextEditorProps) {
  const navigate = useNavigate();
  const { key: opened } = useLocation();
  const form = useRecordForm({ kind: textKind, edit: text ? String(text.id) : "new", item: text });
  const { values, from, wrong } = form;

  /** Saves; the first time gives a new text its address, and one writes on. */
  const save = async (): Promise<StaffText | null> => {
    const saved = await form.save();
    if (saved && !text) {
      onCreated(saved);
      navigate(paths.adminText(saved.id), {
        replace: true,
        preventScrollReset: true,
        state: { opened, keepFocus: true },
      });
    }
    return saved;
  };

  const unsaved = form.changed.length > 0;
  useItsTime(`${textKind.path}/${from?.id}`, from, unsaved, onTurned);
  useLeaveWarning(unsaved);

  const field = (name: "body" | "scheduledAt") => {
    const spec = textKind.fields.find((one) => one.name === name);
    if (!spec) return null;
    return (
      <RecordField
        {...{ spec, item: from, error: wrong[name] }}
        value={values[name] ?? ""}
        onChange={(value) => form.put(name, value)}
      />
    );
  };
  return (
    <EditorLayout>
      <TextBar {...{ form, mayEdit, onTurned }} onSave={save} />
      {text?.trouble && <Note role="alert">{text.trouble}</Note>}
      {form.restored && <Restored onStartOver={form.startOver} />}
      <EditorMain disabled={!mayEdit}>
        <legend className="sr-only">Message</legend>
        {field("body")}
        <Measured body={String(values.body ?? "")} />
      </EditorMain>
      <EditorSide disabled={!mayEdit}>
        <legend className="sr-only">Text settings</legend>
        <Part title="Audience">
          <Audience />
          <p className="field-hint">
            Goes to everyone who agreed to texts and confirmed by text, between 9 a.m. and 8 p.m. their time. No one
            gets more than four texts a month.
          </p>
        </Part>
        <Part title="Send time">{field("scheduledAt")}</Part>
        {from && mayEdit && (
          <Part title="Test">
            <TestSend
              path={`${textKind.path}/${from.id}`}
              to={{ name: "phone", label: "Send a test to your own number", type: "tel", autoComplete: "tel-national" }}
              unsaved={unsaved}
              onSave={save}
            />
          </Part>
        )}
      </EditorSide>
      {form.comparing && form.theirs && from && (
        <Conflict
          kind={textKind}
          from={from}
          theirs={form.theirs}
          mine={values}
          onClose={form.backToMine}
          onChoose={form.choose}
        />
      )}
    </EditorLayout>
  );
}
