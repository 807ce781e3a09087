import { paths } from "../../../paths.ts";
import type { StaffText, TextReport } from "../../../shared/api.gen.ts";
import { textKind } from "../kinds/text.ts";
import { Figures } from "../outgoing/figures.tsx";
import { Progress } from "../outgoing/progress.tsx";
import { mainLook } from "../parts/editor-layout.tsx";

interface TextProgressProps {
  text: StaffText;
  mayEdit: boolean;
}

/** A text that is on its way, or was: how far it is, and what can be done. */
export function TextProgress({ text, mayEdit }: TextProgressProps) {
  return (
    <Progress<StaffText, TextReport>
      noun="text"
      path={`${textKind.path}/${text.id}`}
      item={text}
      mayEdit={mayEdit}
      back={paths.adminTexts()}
      className={mainLook}
      title={({ body }) => (
        <p className="max-w-96 py-3 px-4 rounded-large bg-surface border border-line whitespace-pre-wrap wrap-anywhere">
          {body}
        </p>
      )}
      figures={(report) => <Report report={report} />}
    />
  );
}

function Report({ report }: { report: TextReport }) {
  return (
    <>
      <progress
        className="w-full h-2 accent-brand"
        aria-label="Text progress"
        max={Math.max(1, report.people)}
        value={report.sent + report.failed + report.skipped}
      />
      <Figures
        list={[
          ["Recipients", report.people],
          ["Sent", report.sent],
          ["Waiting", report.pending, "In line, or waiting for 9 a.m. to 8 p.m. their time"],
          ["Unsure", report.unsure, "Sent, but the carrier didn’t answer. We’re checking whether it has them."],
          ["Failed", report.failed],
          ["Opted out before sending", report.skipped, "Or you canceled the text"],
          ["Replied STOP", report.stops, "Within a week, before another text"],
        ]}
      />
    </>
  );
}
