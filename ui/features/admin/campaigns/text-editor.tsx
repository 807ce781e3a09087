import { Link } from "react-router";
import { adminPaths } from "../../../shared/admin-paths.ts";
import type { TextAudience as Counted, MeasuredText, StaffText } from "../../../shared/api.gen.ts";
import { whole } from "../../../shared/format.ts";
import { useSite } from "../../../shared/site.ts";
import { read, useRead } from "../calls.ts";
import { RecordField } from "../fields.tsx";
import { inWords } from "../in-words.ts";
import { textKind } from "../kinds/text.ts";
import { Note } from "../parts/texts.tsx";
import { Part } from "../side-part.tsx";
import { useAnswer } from "../use-answer.ts";
import type { CampaignEditorProps } from "./campaign.tsx";
import { CampaignBar, Editor, TestSend, useEditing } from "./editor.tsx";

/** The editor of a text that isn't sending yet. */
export function TextEditor({ mayEdit, ...given }: CampaignEditorProps<StaffText> & { mayEdit: boolean }) {
  const { item, onTurned } = given;
  const { timezone } = useSite();
  const editing = useEditing(textKind, given, adminPaths.text);
  const { form, unsaved, save } = editing;
  const { values, from } = form;
  const field = (name: "body" | "scheduledAt") => <RecordField kind={textKind} form={form} name={name} />;
  const questionOf = async ({ scheduledAt }: StaffText, later: boolean) => {
    const { people }: Counted = await (await read(`${textKind.path}/audience`)).json();
    const numbers = people === 1 ? "1 number" : `${people.toLocaleString("en-US")} numbers`;
    const when = later ? ` on ${inWords(String(scheduledAt), timezone)}, as of now` : "";
    return `It goes to ${numbers}${when}. You can’t unsend a text.`;
  };
  return (
    <Editor
      {...{ kind: textKind, item, editing, mayEdit }}
      bar={
        <CampaignBar
          {...{ kind: textKind, editing, mayEdit, onTurned }}
          back={adminPaths.texts()}
          question={{ of: questionOf, failed: "Failed to count who gets this text" }}
        />
      }
      main={{
        legend: "Message",
        fields: (
          <>
            {field("body")}
            <Measured body={String(values.body ?? "")} />
          </>
        ),
      }}
      side={{
        legend: "Text settings",
        parts: (
          <>
            <Part title="Audience">
              <TextAudience />
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
                  to={{
                    name: "phone",
                    label: "Send a test to your own number",
                    type: "tel",
                    autoComplete: "tel-national",
                  }}
                  unsaved={unsaved}
                  onSave={save}
                />
              </Part>
            )}
          </>
        ),
      }}
    />
  );
}

/** How many get a text now, why others don’t, and which settings are missing. */
export function TextAudience() {
  const { data } = useRead<Counted>(`${textKind.path}/audience`);
  if (!data) return null;
  const { people, unsettled, full, stopped, missing } = data;
  const others = [
    unsettled > 0 && `${whole(unsettled)} agreed but haven’t confirmed by text`,
    full > 0 && `${whole(full)} got four texts within a month`,
    stopped > 0 && `${whole(stopped)} opted out`,
  ].filter(Boolean);
  return (
    <div className="grid gap-1 mb-5">
      {missing.length > 0 && (
        <Note>
          We can’t send texts yet: {list(missing)} {missing.length === 1 ? "isn’t" : "aren’t"} set.{" "}
          <Link to={adminPaths.help("campaigns", "text-alerts")} className="underline">
            See how
          </Link>
          .
        </Note>
      )}
      <p className="font-display text-subheading">{numbers(people)}</p>
      {others.length > 0 && <p className="field-hint">{others.join("; ")}.</p>}
    </div>
  );
}

function numbers(n: number): string {
  if (n === 0) return "No one gets texts yet";
  return n === 1 ? "1 number gets a text" : `${whole(n)} numbers get a text`;
}

const list = (names: string[]) => new Intl.ListFormat("en-US").format(names);

/** A text as it is sent, and what the carrier charges for it. */
export function Measured({ body }: { body: string }) {
  const measured = useAnswer<MeasuredText>(`${textKind.path}/measure`, { body });
  if (!measured) return <p role="status">…</p>;
  const { text, encoding, units, segments, unusual } = measured;
  return (
    <>
      <p className="max-w-96 py-3 px-4 rounded-large bg-surface border border-line whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
      <p role="status" className="field-hint">
        {segments === 1 ? "1 segment" : `${segments} segments`}, {units} {encoding === "GSM-7" ? "characters" : "units"}{" "}
        in {encoding}.
        {unusual &&
          ` Without ${[...unusual].join(" ")} it would be GSM-7, which fits more than twice as many characters.`}
      </p>
    </>
  );
}
