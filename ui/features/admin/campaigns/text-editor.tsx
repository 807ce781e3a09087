import { paths } from "../../../paths.ts";
import type { TextAudience as Counted, StaffText } from "../../../shared/api.gen.ts";
import { useSite } from "../../../shared/site.ts";
import { read } from "../calls.ts";
import { RecordField } from "../fields.tsx";
import { inWords } from "../in-words.ts";
import { textKind } from "../kinds/text.ts";
import { Part } from "../side-part.tsx";
import { CampaignBar } from "./bar.tsx";
import { Editor } from "./editor.tsx";
import type { CampaignEditorProps } from "./screen.tsx";
import { TestSend } from "./test-send.tsx";
import { TextAudience } from "./text-audience.tsx";
import { Measured } from "./text-measured.tsx";
import { useEditing } from "./use-editing.ts";

/** The editor of a text that isn't sending yet. */
export function TextEditor({ mayEdit, ...given }: CampaignEditorProps<StaffText> & { mayEdit: boolean }) {
  const { item, onTurned } = given;
  const { timezone } = useSite();
  const editing = useEditing(textKind, given, paths.adminText);
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
          back={paths.adminTexts()}
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
