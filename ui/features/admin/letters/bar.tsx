import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import type { Letter, LetterCheck } from "../../../shared/api.gen.ts";
import { count } from "../../../shared/format.ts";
import { useSite } from "../../../shared/site.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { failed, read, write } from "../calls.ts";
import { Confirm } from "../confirm.tsx";
import { inWords } from "../in-words.ts";
import { letterKind } from "../kinds/letter.ts";
import { OutgoingBadge } from "../outgoing/status.tsx";
import { savedState } from "../saved-state.ts";
import type { RecordForm } from "../use-record-form.ts";

interface LetterBarProps {
  form: RecordForm<Letter>;
  mayEdit: boolean;
  previewing: boolean;
  onPreview: () => void;
  onSave: () => Promise<Letter | null>;
  onRevisions: () => void;
  onTurned: (letter: Letter) => void;
}

/** What is asked before a letter goes out. */
interface Question {
  letter: Letter;
  text: string;
  act: string;
}

/** Stays in sight: whether this letter is saved, and what can be done. */
export function LetterBar({ form, mayEdit, previewing, onPreview, onSave, onRevisions, onTurned }: LetterBarProps) {
  const [question, setQuestion] = useState<Question | null>(null);
  const { timezone } = useSite();
  const { from, values, busy } = form;
  const status = from?.status ?? "draft";
  const at = Date.parse(String(values.scheduledAt));
  const later = at > Date.now();
  const ask = async () => {
    const letter = await onSave();
    if (!letter) return;
    try {
      setQuestion(await questionOf(letter, timezone));
    } catch (error) {
      failed(error, "Failed to look at this letter");
    }
  };
  const send = async ({ letter }: Question) => {
    try {
      const body = { confirmed: true, version: letter.version };
      onTurned(await write<Letter>("POST", `${letterKind.path}/${letter.id}/send`, body));
      void showToast({ title: later ? "Letter scheduled" : "This letter is on its way" });
    } catch (error) {
      failed(error, "Failed to send this letter");
    }
  };
  const unschedule = async () => {
    try {
      const body = { status: "draft", version: from?.version };
      onTurned(await write<Letter>("PUT", `${letterKind.path}/${from?.id}`, body));
      void showToast({ title: "This letter is a draft again" });
    } catch (error) {
      failed(error, "Failed to unschedule this letter");
    }
  };
  return (
    <div className="edit-bar">
      <Link
        to={paths.adminLetters()}
        className="capitalize hover:[text-decoration:underline_2px_var(--gold)] hover:[text-underline-offset:0.2em]"
      >
        <span aria-hidden="true">←</span> <span className="edit-back-text">letters</span>
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
      {from && (
        <button type="button" className="link-button" onClick={onRevisions}>
          Revisions
        </button>
      )}
      {(from || mayEdit) && (
        <button type="button" className="link-button" aria-pressed={previewing} onClick={onPreview}>
          {previewing ? "Close preview" : "Preview"}
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
              {later ? "Schedule…" : "Send…"}
            </Button>
          )}
        </div>
      )}
      {question && (
        <Confirm
          title={`${question.act} this letter?`}
          question={question.text}
          act={question.act}
          onConfirm={() => send(question)}
          onClose={() => setQuestion(null)}
        />
      )}
    </div>
  );
}

/** What is to be known before a letter goes out: to how many, when, and what the checklist says. */
async function questionOf(letter: Letter, timezone: string): Promise<Question> {
  const at = letter.scheduledAt ? Date.parse(letter.scheduledAt) : null;
  const later = at !== null && at > Date.now();
  const [{ count: people }, checks] = await Promise.all([
    write<{ count: number }>("POST", `${letterKind.path}/audience`, { audience: letter.audience }),
    read(`${letterKind.path}/${letter.id}/checks`).then((answer): Promise<LetterCheck[]> => answer.json()),
  ]);
  const wrong = checks.filter(({ ok }) => !ok).map(({ detail }) => detail);
  const parts = [
    `“${letter.subject}” goes to ${people === 1 ? "1 person" : count(people, "people").replace(/peoples$/, "people")}${later ? ", as things stand now" : ""}.`,
    later && letter.scheduledAt && `It goes out on ${inWords(letter.scheduledAt, timezone)}.`,
    at !== null && !later && "Its time is over, so it goes out at once.",
    ...wrong,
  ];
  return { letter, text: parts.filter(Boolean).join(" "), act: later ? "Schedule" : "Send" };
}
