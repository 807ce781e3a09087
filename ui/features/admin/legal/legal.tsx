import { useState } from "react";
import type { LegalDraft } from "../../../shared/api.gen.ts";
import { LongField, Options } from "../../../shared/form/fields.tsx";
import { longDate } from "../../../shared/format.ts";
import { useSite } from "../../../shared/site.ts";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { LongDate } from "../../../shared/ui/time.tsx";
import { attempt, useReadOnce, write } from "../calls.ts";
import { useConfirm } from "../confirm.tsx";
import { DayField } from "../date-fields.tsx";
import { TextButton } from "../parts/buttons.tsx";
import { Note } from "../parts/texts.tsx";
import { Choice, Toolbar } from "../parts/toolbar.tsx";
import { usePlace } from "../place.ts";
import { Loaded } from "../states.tsx";
import { useSave } from "../use-save.tsx";

const pages: Record<string, string> = { privacy: "Privacy policy", terms: "Terms" };

const pathOf = (page: string) => `/api/admin/legal/${page}`;

/** The legal texts, with their effective dates. */
export function Legal() {
  const { place, go } = usePlace();
  const page = place.page === "terms" ? "terms" : "privacy";
  const text = useReadOnce<LegalDraft>(pathOf(page));
  return (
    <>
      <Toolbar>
        <Choice label="Page" value={page} onChange={({ currentTarget: { value } }) => go({ page: value })}>
          <Options of={Object.entries(pages)} />
        </Choice>
      </Toolbar>
      <Loaded of={text}>{(text) => <LegalForm key={page} read={text} />}</Loaded>
    </>
  );
}

function LegalForm({ read }: { read: LegalDraft }) {
  const [draft, setDraft] = useState(read);
  const [text, setText] = useState(read.text);
  const [effective, setEffective] = useState(read.isUpcoming ? read.effective : read.today);
  const { ask, confirm } = useConfirm();
  const { timezone } = useSite();
  const { page, base, isUpcoming, placeholders } = draft;
  const changed = text !== draft.text || (isUpcoming && effective !== draft.effective);
  const take = (after: LegalDraft) => {
    setDraft(after);
    setText(after.text);
  };
  const { wrong, onSubmit, line } = useSave({
    changed,
    async save() {
      const saved = await write<LegalDraft>("PUT", pathOf(page), { text, effective, base });
      take(saved);
      const from = longDate(saved.effective, timezone);
      void showToast({ title: "Version saved successfully", text: `${pages[page]}, effective ${from}` });
    },
    failure: "Failed to save the version",
  });
  const withdrawal = {
    title: "Withdraw this version",
    question: "Scheduled versions will be deleted. The current version stays.",
    act: "Withdraw",
    onConfirm: () =>
      attempt(
        async () => take(await write<LegalDraft>("DELETE", `${pathOf(page)}/upcoming`)),
        "Failed to withdraw the version",
        { title: "Version withdrawn", text: pages[page] },
      ),
  };
  const reviewed = !draft.isReviewed;
  const review = {
    title: reviewed ? "Mark as reviewed" : "Mark as not reviewed",
    question: reviewed
      ? "Do this only after counsel has reviewed the text. Staff will stop seeing the reminder."
      : "Staff will see the review reminder again.",
    act: reviewed ? "Mark as reviewed" : "Mark as not reviewed",
    onConfirm: () =>
      attempt(
        async () => setDraft(await write<LegalDraft>("PUT", `${pathOf(page)}/reviewed`, { reviewed, base })),
        "Failed to mark the text",
        { title: reviewed ? "Marked as reviewed" : "Marked as not reviewed", text: pages[page] },
      ),
  };
  return (
    <form className="form grid gap-10 max-w-176" noValidate onSubmit={onSubmit}>
      {isUpcoming && (
        <Note role="note">
          This version takes effect on <LongDate iso={draft.effective} />. Until then, readers see the current one.{" "}
          <TextButton onClick={() => ask(withdrawal)}>Withdraw it</TextButton>
        </Note>
      )}
      <Note role="note">
        {draft.isReviewed ? "This text is marked as reviewed by counsel." : "Counsel hasn’t reviewed this text yet."}{" "}
        {!changed && (
          <TextButton onClick={() => ask(review)}>
            {draft.isReviewed ? "Mark it as not reviewed" : "Mark it as reviewed"}
          </TextButton>
        )}
      </Note>
      <LongField
        name="text"
        label="Text (Markdown)"
        rows={24}
        value={text}
        error={wrong.text}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {placeholders.length > 0 && (
        <dl className="grid gap-1.5 text-muted text-small [&>div]:flex [&>div]:flex-wrap [&>div]:gap-2">
          {placeholders.map(({ name, meaning }) => (
            <div key={name}>
              <dt>
                <code>{`{{${name}}}`}</code>
              </dt>
              <dd>stands for {meaning}.</dd>
            </div>
          ))}
        </dl>
      )}
      <DayField
        name="effective"
        label="Effective date"
        hint="Readers see this version from this day on. Earlier versions stay on the page."
        value={effective}
        error={wrong.effective}
        onChange={setEffective}
      />
      {line("Save version")}
      {confirm}
    </form>
  );
}
