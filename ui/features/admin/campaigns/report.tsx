import type { TextReport } from "../../../shared/api.gen.ts";
import { Subheading } from "../parts/texts.tsx";
import { type Figure, Figures } from "./figures.tsx";

/** Delivery counts that reports of all channels have. */
type Counts = Omit<TextReport, "stops">;

interface DeliveriesProps {
  noun: "campaign" | "text";
  title?: string;
  report: Counts;
  hints: { pending?: string; unsure: string; failed?: string };
  /** The label and hint of those who left before sending. */
  skipped: [label: string, hint?: string];
  /** Lines of one channel, before and after those who left. */
  failures?: Figure[];
  more: Figure[];
}

/** How far sending is, and delivery counts. */
export function Deliveries({ noun, title, report, hints, skipped, failures = [], more }: DeliveriesProps) {
  const [label, hint] = skipped;
  return (
    <>
      <progress
        className="w-full h-2 accent-brand"
        aria-label={noun === "text" ? "Text progress" : "Campaign progress"}
        max={Math.max(1, report.people)}
        value={report.sent + report.failed + report.skipped}
      />
      {title && <Subheading as="h3">{title}</Subheading>}
      <Figures
        list={[
          ["Recipients", report.people],
          ["Sent", report.sent],
          ["Waiting", report.pending + report.sending, hints.pending],
          ["Unsure", report.unsure, hints.unsure],
          ["Failed", report.failed, hints.failed],
          ...failures,
          [label, report.skipped, hint],
          ...more,
        ]}
      />
    </>
  );
}
