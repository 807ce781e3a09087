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
        aria-label="How far this text is"
        max={Math.max(1, report.people)}
        value={report.sent + report.failed + report.skipped}
      />
      <Figures
        list={[
          ["To get it", report.people],
          ["Sent", report.sent],
          ["Waiting", report.pending, "For their turn, or until it is between 9 and 20 o’clock where they are"],
          ["Unsure", report.unsure, "Handed over without an answer; the carrier is asked whether it has them"],
          ["Failed", report.failed],
          ["Left before their turn", report.skipped, "Or the text was cancelled before it"],
          ["Replied STOP", report.stops, "Within a week, before another text"],
        ]}
      />
    </>
  );
}
