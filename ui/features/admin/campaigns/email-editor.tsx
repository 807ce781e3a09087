import { useState } from "react";
import { adminPaths } from "../../../shared/admin-paths.ts";
import type { EmailCheck, StaffEmail } from "../../../shared/api.gen.ts";
import { ApiError } from "../../../shared/api.ts";
import { Field } from "../../../shared/form/fields.tsx";
import { useSite } from "../../../shared/site.ts";
import { useUser } from "../../../shared/user.ts";
import { read, useRead, write } from "../calls.ts";
import { CheckLines } from "../check-lines.tsx";
import { TimeField } from "../date-fields.tsx";
import { inWords } from "../in-words.ts";
import { listOf, valuesOf } from "../kind.ts";
import { emailKind } from "../kinds/email.ts";
import { carouselOfferKind } from "../kinds/offers.tsx";
import { TextButton } from "../parts/buttons.tsx";
import { TitleField } from "../parts/editor-layout.tsx";
import { MarkdownField } from "../pieces/markdown-field.tsx";
import { RelatedField } from "../pieces/related-field.tsx";
import { Revisions } from "../pieces/revisions.tsx";
import { useAutosave } from "../pieces/use-autosave.ts";
import { RecordChoice } from "../record-choice.tsx";
import { Part } from "../side-part.tsx";
import type { CampaignEditorProps } from "./campaign.tsx";
import { CampaignBar, Editor, TestSend, useEditing } from "./editor.tsx";
import { AudienceField } from "./email-audience.tsx";
import { EmailPreview } from "./preview.tsx";

/** The editor of an email that isn't sending yet. */
export function EmailEditor({ mayEdit, ...given }: CampaignEditorProps<StaffEmail> & { mayEdit: boolean }) {
  const { item, onTurned } = given;
  const user = useUser();
  const { timezone } = useSite();
  const editing = useEditing(emailKind, given, adminPaths.campaign);
  const { form, unsaved, save } = editing;
  const [previewing, setPreviewing] = useState(false);
  const [looking, setLooking] = useState(false);
  const { values, from, wrong } = form;
  const text = (name: string) => String(values[name] ?? "");
  const said = (name: string) => {
    const spec = emailKind.fields.find((field) => field.name === name);
    return { name, label: spec?.label ?? "", hint: spec?.hint, error: wrong[name] };
  };
  useAutosave(form, mayEdit, emailKind, () => void editing.saveQuietly());
  return (
    <Editor
      {...{ kind: emailKind, item, editing, mayEdit }}
      preview={previewing && from ? <EmailPreview email={from} /> : undefined}
      bar={
        <CampaignBar
          {...{ kind: emailKind, editing, mayEdit, onTurned }}
          back={adminPaths.campaigns()}
          question={{
            of: (email, later) => questionOf(email, later, timezone),
            failed: "Failed to check this campaign",
          }}
          sent={{ confirmed: true }}
        >
          {from && <TextButton onClick={() => setLooking(true)}>Revisions</TextButton>}
          {(from || mayEdit) && (
            <TextButton
              aria-pressed={previewing}
              onClick={async () => {
                if (previewing || !mayEdit || (await save())) setPreviewing(!previewing);
              }}
            >
              {previewing ? "Close preview" : "Preview"}
            </TextButton>
          )}
        </CampaignBar>
      }
      main={{
        legend: "Content",
        fields: (
          <>
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
            <RelatedField
              {...said("pieces")}
              value={text("pieces")}
              onChange={(pieces) => form.put("pieces", pieces)}
            />
          </>
        ),
      }}
      side={{
        legend: "Campaign settings",
        parts: (
          <>
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
                  <EmailChecks email={from} />
                </Part>
                {mayEdit && (
                  <Part title="Test">
                    <TestSend
                      path={`${emailKind.path}/${from.id}`}
                      to={{ name: "email", label: "Send a test to", type: "email", autoComplete: "email" }}
                      own={user?.email}
                      unsaved={unsaved}
                      onSave={save}
                    />
                  </Part>
                )}
              </>
            )}
          </>
        ),
      }}
    >
      {looking && from && (
        <Revisions
          kind={emailKind}
          record={from}
          now={unsaved ? values : valuesOf(emailKind, from)}
          unsaved={unsaved}
          mayEdit={mayEdit}
          onRestored={(restored) => {
            form.forget();
            onTurned(restored);
          }}
          onClose={() => setLooking(false)}
        />
      )}
    </Editor>
  );
}

/** The checks of a saved email. */
function EmailChecks({ email }: { email: StaffEmail }) {
  const { data } = useRead<EmailCheck[]>(`${emailKind.path}/${email.id}/checks`, { keepLast: true });
  return <CheckLines lines={(data ?? []).map(({ name, ok, detail }) => ({ text: ok ? name : detail, good: ok }))} />;
}

/** How many people get an email, when, and which checks fail. Rejects with an ApiError if it can't be sent. */
export async function questionOf(
  { id, subject, audience, scheduledAt }: StaffEmail,
  later: boolean,
  timezone: string,
): Promise<string> {
  const [{ count: people }, checks] = await Promise.all([
    write<{ count: number }>("POST", `${emailKind.path}/audience`, { audience }),
    read(`${emailKind.path}/${id}/checks`).then((answer): Promise<EmailCheck[]> => answer.json()),
  ]);
  const failing = checks.filter(({ ok }) => !ok);
  const [missing] = failing.filter(({ field }) => field);
  if (missing) throw new ApiError(400, missing.detail, [{ field: missing.field, message: missing.detail }]);
  const parts = [
    `“${subject}” goes to ${people === 1 ? "1 person" : `${people.toLocaleString("en-US")} people`}${later ? ", as of now" : ""}.`,
    later && scheduledAt && `It will send on ${inWords(scheduledAt, timezone)}.`,
    scheduledAt && !later && "That time has passed, so it will send right away.",
    ...failing.map(({ detail }) => detail),
  ];
  return parts.filter(Boolean).join(" ");
}

interface SponsoredFieldProps {
  /** IDs of the offers, separated by commas. */
  value: string;
  onChange: (value: string) => void;
}

/** The sponsored offers in an email, at most two. */
export function SponsoredField({ value, onChange }: SponsoredFieldProps) {
  const chosen = listOf(value);
  const put = (at: number, id: string) => {
    const next = [chosen[0] ?? "", chosen[1] ?? ""].with(at, id);
    onChange([...new Set(next.filter(Boolean))].join(", "));
  };
  return (
    <>
      {[0, 1].map((at) => (
        <RecordChoice
          key={at}
          label={at === 0 ? "First offer" : "Second offer"}
          hint={at === 0 ? "Labeled “Sponsored”" : undefined}
          name={`offer-${at}`}
          list={carouselOfferKind.path}
          filter={{ active: true }}
          value={chosen[at] ?? ""}
          onChange={(id) => put(at, id)}
        />
      ))}
    </>
  );
}
