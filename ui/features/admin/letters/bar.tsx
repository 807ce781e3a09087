import { paths } from "../../../paths.ts";
import type { LetterCheck, StaffLetter } from "../../../shared/api.gen.ts";
import { useSite } from "../../../shared/site.ts";
import { read, write } from "../calls.ts";
import { inWords } from "../in-words.ts";
import { letterKind } from "../kinds/letter.ts";
import { OutgoingBar } from "../outgoing/bar.tsx";
import { TextButton } from "../parts/buttons.tsx";
import type { RecordForm } from "../use-record-form.ts";

interface LetterBarProps {
  form: RecordForm<StaffLetter>;
  mayEdit: boolean;
  previewing: boolean;
  onPreview: () => void;
  onSave: () => Promise<StaffLetter | null>;
  onRevisions: () => void;
  onTurned: (letter: StaffLetter) => void;
}

/** Whether this letter is saved, and what can be done. */
export function LetterBar({ previewing, onPreview, onRevisions, ...props }: LetterBarProps) {
  const { timezone } = useSite();
  const { from } = props.form;
  return (
    <OutgoingBar
      {...props}
      noun="campaign"
      path={letterKind.path}
      back={paths.adminLetters()}
      question={{ of: (item, later) => questionOf(item, later, timezone), failed: "Failed to check this campaign" }}
      sent={{ confirmed: true }}
    >
      {from && <TextButton onClick={onRevisions}>Revisions</TextButton>}
      {(from || props.mayEdit) && (
        <TextButton aria-pressed={previewing} onClick={onPreview}>
          {previewing ? "Close preview" : "Preview"}
        </TextButton>
      )}
    </OutgoingBar>
  );
}

/** To how many a letter goes, when, and what the checklist says. */
async function questionOf(
  { id, subject, audience, scheduledAt }: StaffLetter,
  later: boolean,
  timezone: string,
): Promise<string> {
  const [{ count: people }, checks] = await Promise.all([
    write<{ count: number }>("POST", `${letterKind.path}/audience`, { audience }),
    read(`${letterKind.path}/${id}/checks`).then((answer): Promise<LetterCheck[]> => answer.json()),
  ]);
  const wrong = checks.filter(({ ok }) => !ok).map(({ detail }) => detail);
  const parts = [
    `“${subject}” goes to ${people === 1 ? "1 person" : `${people.toLocaleString("en-US")} people`}${later ? ", as of now" : ""}.`,
    later && scheduledAt && `It will send on ${inWords(scheduledAt, timezone)}.`,
    scheduledAt && !later && "That time has passed, so it will send right away.",
    ...wrong,
  ];
  return parts.filter(Boolean).join(" ");
}
