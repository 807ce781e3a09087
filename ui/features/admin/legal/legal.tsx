import { type FormEvent, useState } from "react";
import type { LegalDraft } from "../../../shared/api.gen.ts";
import { ApiError } from "../../../shared/api.ts";
import { LongField, Options } from "../../../shared/form/fields.tsx";
import { longDate } from "../../../shared/format.ts";
import { useSite } from "../../../shared/site.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { LongDate } from "../../../shared/ui/time.tsx";
import { attempt, failed, useReadOnce, write } from "../calls.ts";
import { Confirm } from "../confirm.tsx";
import { DayField } from "../date-fields.tsx";
import { TextButton } from "../parts/buttons.tsx";
import { Note } from "../parts/texts.tsx";
import { Choice, Toolbar } from "../parts/toolbar.tsx";
import { usePlace } from "../place.ts";
import { Problem, Rows } from "../states.tsx";

const pages: Record<string, string> = { privacy: "Privacy policy", terms: "Terms" };

const pathOf = (page: string) => `/api/admin/legal/${page}`;

/** The legal texts, with their effective dates. */
export function Legal() {
  const { place, go } = usePlace();
  const page = place.page === "terms" ? "terms" : "privacy";
  const { data, error, reload } = useReadOnce<LegalDraft>(pathOf(page));
  return (
    <>
      <Toolbar>
        <Choice label="Page" value={page} onChange={({ currentTarget: { value } }) => go({ page: value })}>
          <Options of={Object.entries(pages)} />
        </Choice>
      </Toolbar>
      {error ? <Problem error={error} onRetry={reload} /> : data ? <LegalForm key={page} read={data} /> : <Rows />}
    </>
  );
}

function LegalForm({ read }: { read: LegalDraft }) {
  const [draft, setDraft] = useState(read);
  const [text, setText] = useState(read.text);
  const [effective, setEffective] = useState(read.isUpcoming ? read.effective : read.today);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  const [reviewing, setReviewing] = useState(false);
  const [withdrawing, setWithdrawing] = useState(false);
  const { timezone } = useSite();
  const { page, base, isUpcoming, placeholders } = draft;
  const changed = text !== draft.text || (isUpcoming && effective !== draft.effective);
  const take = (after: LegalDraft) => {
    setDraft(after);
    setText(after.text);
    setWrong({});
  };
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!changed || saving) return;
    setSaving(true);
    try {
      const saved = await write<LegalDraft>("PUT", pathOf(page), { text, effective, base });
      take(saved);
      const from = longDate(saved.effective, timezone);
      void showToast({ title: "Version saved successfully", text: `${pages[page]}, effective ${from}` });
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : [];
      setWrong(Object.fromEntries(fields.map(({ field, message }) => [field, message])));
      const [first] = fields;
      if (first) form.querySelector<HTMLElement>(`[name="${first.field}"]`)?.focus();
      else failed(error, "Failed to save the version");
    } finally {
      setSaving(false);
    }
  };
  const withdraw = () =>
    attempt(
      async () => take(await write<LegalDraft>("DELETE", `${pathOf(page)}/upcoming`)),
      "Failed to withdraw the version",
      { title: "Version withdrawn", text: pages[page] },
    );
  const review = () => {
    const reviewed = !draft.isReviewed;
    return attempt(
      async () => setDraft(await write<LegalDraft>("PUT", `${pathOf(page)}/reviewed`, { reviewed, base })),
      "Failed to mark the text",
      { title: reviewed ? "Marked as reviewed" : "Marked as not reviewed", text: pages[page] },
    );
  };
  return (
    <form className="form grid gap-10 max-w-176" noValidate onSubmit={save}>
      {isUpcoming && (
        <Note role="note">
          This version takes effect on <LongDate iso={draft.effective} />. Until then, readers see the current one.{" "}
          <TextButton onClick={() => setWithdrawing(true)}>Withdraw it</TextButton>
        </Note>
      )}
      <Note role="note">
        {draft.isReviewed ? "This text is marked as reviewed by counsel." : "Counsel hasn’t reviewed this text yet."}{" "}
        {!changed && (
          <TextButton onClick={() => setReviewing(true)}>
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
      <p className="form-act">
        <Button type="submit" aria-disabled={saving || !changed || undefined}>
          {saving ? "Saving..." : "Save version"}
        </Button>
        <span role="status" className="field-hint">
          {changed && "You have unsaved changes."}
        </span>
      </p>
      {reviewing && (
        <Confirm
          title={draft.isReviewed ? "Mark as not reviewed" : "Mark as reviewed"}
          question={
            draft.isReviewed
              ? "Staff will see the review reminder again."
              : "Do this only after counsel has reviewed the text. Staff will stop seeing the reminder."
          }
          act={draft.isReviewed ? "Mark as not reviewed" : "Mark as reviewed"}
          onConfirm={review}
          onClose={() => setReviewing(false)}
        />
      )}
      {withdrawing && (
        <Confirm
          title="Withdraw this version"
          question="Scheduled versions will be deleted. The current version stays."
          act="Withdraw"
          onConfirm={withdraw}
          onClose={() => setWithdrawing(false)}
        />
      )}
    </form>
  );
}
