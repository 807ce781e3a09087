import { adminPaths } from "../../../shared/admin-paths.ts";
import type { StaffText, TextReport } from "../../../shared/api.gen.ts";
import { textKind } from "../kinds/text.ts";
import { mainLook } from "../parts/editor-layout.tsx";
import { Deliveries, Progress } from "./progress.tsx";

/** The progress, results and actions of a text that is sending or was sent. */
export function TextProgress({ text, mayEdit }: { text: StaffText; mayEdit: boolean }) {
  return (
    <Progress<StaffText, TextReport>
      noun="text"
      path={`${textKind.path}/${text.id}`}
      item={text}
      mayEdit={mayEdit}
      back={adminPaths.texts()}
      className={mainLook}
      title={({ body }) => (
        <p className="max-w-96 py-3 px-4 rounded-large bg-surface border border-line whitespace-pre-wrap wrap-anywhere">
          {body}
        </p>
      )}
      figures={(report) => (
        <Deliveries
          noun="text"
          report={report}
          hints={{
            pending: "In line, or waiting for 9 a.m. to 8 p.m. their time",
            unsure: "Sent, but the carrier didn’t answer. We’re checking whether it has them.",
          }}
          skipped={["Opted out before sending", "Or you canceled the text"]}
          more={[["Replied STOP", report.stops, "Within a week, before another text"]]}
        />
      )}
    />
  );
}
