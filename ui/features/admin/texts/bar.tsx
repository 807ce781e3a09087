import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import type { TextAlert, TextAudience } from "../../../shared/api.gen.ts";
import { useSite } from "../../../shared/site.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { failed, read, write } from "../calls.ts";
import { Confirm } from "../confirm.tsx";
import { inWords } from "../in-words.ts";
import { textKind } from "../kinds/text.ts";
import { OutgoingBadge } from "../outgoing/status.tsx";
import { savedState } from "../saved-state.ts";
import type { RecordForm } from "../use-record-form.ts";

interface TextBarProps {
  form: RecordForm<TextAlert>;
  mayEdit: boolean;
  onSave: () => Promise<TextAlert | null>;
  onTurned: (text: TextAlert) => void;
}

/** Stays in sight: whether this text is saved, and what can be done. */
export function TextBar({ form, mayEdit, onSave, onTurned }: TextBarProps) {
  const [question, setQuestion] = useState<{ text: TextAlert; people: number } | null>(null);
  const { timezone } = useSite();
  const { from, values, busy } = form;
  const status = from?.status ?? "draft";
  const later = Date.parse(String(values.scheduledAt)) > Date.now();
  const act = later ? "Schedule" : "Send";
  const ask = async () => {
    const text = await onSave();
    if (!text) return;
    try {
      const { people }: TextAudience = await (await read(`${textKind.path}/audience`)).json();
      setQuestion({ text, people });
    } catch (error) {
      failed(error, "Failed to count who gets this text");
    }
  };
  const send = async ({ text }: { text: TextAlert }) => {
    try {
      onTurned(await write<TextAlert>("POST", `${textKind.path}/${text.id}/send`, { version: text.version }));
      void showToast({ title: later ? "Text scheduled" : "This text is on its way" });
    } catch (error) {
      failed(error, "Failed to send this text");
    }
  };
  const unschedule = async () => {
    try {
      const body = { status: "draft", version: from?.version };
      onTurned(await write<TextAlert>("PUT", `${textKind.path}/${from?.id}`, body));
      void showToast({ title: "This text is a draft again" });
    } catch (error) {
      failed(error, "Failed to unschedule this text");
    }
  };
  return (
    <div className="edit-bar">
      <Link
        to={paths.adminTexts()}
        className="capitalize hover:[text-decoration:underline_2px_var(--gold)] hover:[text-underline-offset:0.2em]"
      >
        <span aria-hidden="true">←</span> <span className="edit-back-text">texts</span>
      </Link>
      <OutgoingBadge status={status} />
      <span role="status" className="edit-saved">
        {savedState(form)}
      </span>
      {form.theirs && (
        <button type="button" className="link-button" onClick={form.compare}>
          Compare
        </button>
      )}
      {mayEdit && (
        <div className="flex flex-wrap gap-2 ml-auto">
          {status === "scheduled" && (
            <Button look="quiet" className="button-small" disabled={busy} onClick={unschedule}>
              Unschedule
            </Button>
          )}
          <Button look="quiet" className="button-small" disabled={busy} onClick={() => void onSave()}>
            {status === "draft" ? "Save draft" : "Save"}
          </Button>
          {(status === "draft" || !later) && (
            <Button className="button-small" disabled={busy} onClick={ask}>
              {act}…
            </Button>
          )}
        </div>
      )}
      {question && (
        <Confirm
          title={`${act} this text?`}
          question={`It goes to ${question.people === 1 ? "1 number" : `${question.people.toLocaleString("en-US")} numbers`}${later ? `, as things stand now, on ${inWords(String(values.scheduledAt), timezone)}` : ""}. What was sent can’t be taken back.`}
          act={act}
          onConfirm={() => send(question)}
          onClose={() => setQuestion(null)}
        />
      )}
    </div>
  );
}
