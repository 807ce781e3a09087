import { paths } from "../../../paths.ts";
import type { StaffText, TextAudience } from "../../../shared/api.gen.ts";
import { useSite } from "../../../shared/site.ts";
import { read } from "../calls.ts";
import { inWords } from "../in-words.ts";
import { textKind } from "../kinds/text.ts";
import { OutgoingBar } from "../outgoing/bar.tsx";
import type { RecordForm } from "../use-record-form.ts";

interface TextBarProps {
  form: RecordForm<StaffText>;
  mayEdit: boolean;
  onSave: () => Promise<StaffText | null>;
  onTurned: (text: StaffText) => void;
}

/** Whether this text is saved, and what can be done. */
export function TextBar(props: TextBarProps) {
  const { timezone } = useSite();
  const questionOf = async ({ scheduledAt }: StaffText, later: boolean) => {
    const { people }: TextAudience = await (await read(`${textKind.path}/audience`)).json();
    const numbers = people === 1 ? "1 number" : `${people.toLocaleString("en-US")} numbers`;
    const when = later ? ` on ${inWords(String(scheduledAt), timezone)}, as of now` : "";
    return `It goes to ${numbers}${when}. You can’t unsend a text.`;
  };
  return (
    <OutgoingBar
      {...props}
      noun="text"
      path={textKind.path}
      back={paths.adminTexts()}
      question={{ of: questionOf, failed: "Failed to count who gets this text" }}
    />
  );
}
