import { type ReactNode, useEffect, useState } from "react";
import type { TextReport } from "../../../shared/api.gen.ts";
import { LongDate } from "../../../shared/ui/time.tsx";
import { BackLink } from "../back-link.tsx";
import { useAttempt, useRead, write } from "../calls.ts";
import { Confirm } from "../confirm.tsx";
import { SmallButton } from "../parts/buttons.tsx";
import { Bar, BarActs, EditorLayout } from "../parts/editor-layout.tsx";
import { Note, Subheading } from "../parts/texts.tsx";
import { Problem, Rows } from "../states.tsx";
import { type Campaign, CampaignBadge } from "./campaign.tsx";

/** Polling interval, in milliseconds. */
const pollMs = 2000;

interface ProgressProps<T extends Campaign, R> {
  noun: "campaign" | "text";
  /** Path of the record. */
  path: string;
  /** The record when the screen opened. */
  item: T;
  mayEdit: boolean;
  /** The screen with the list. */
  back: string;
  className?: string;
  /** The heading. */
  title: (now: T) => ReactNode;
  figures: (report: R, now: T) => ReactNode;
  beside?: (now: T) => ReactNode;
}

/** The progress, results and actions of a campaign that is sending or was sent. */
export function Progress<T extends Campaign, R>(props: ProgressProps<T, R>) {
  const { noun, path, item, mayEdit, back, className = "", title, figures, beside } = props;
  const { data: now = item, reload } = useRead<T>(path);
  const report = useRead<R>(`${path}/report`);
  const [cancelling, setCancelling] = useState(false);
  const { busy, attempt } = useAttempt();
  const reloadReport = report.reload;
  const moving = now.status === "sending";
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reloads are new in each render
  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(() => {
      reload();
      reloadReport();
    }, pollMs);
    return () => {
      clearInterval(timer);
      reloadReport(); // the report may be older than the record
    };
  }, [moving]);
  const act = (name: string) => attempt(() => write("POST", `${path}/${name}`), `Failed to ${name} this ${noun}`);
  const button = (label: string, run: () => void, main = false) => (
    <SmallButton look={main ? "main" : "quiet"} disabled={busy} onClick={run}>
      {label}
    </SmallButton>
  );
  return (
    <EditorLayout previewing={Boolean(beside)}>
      <Bar>
        <BackLink to={back} list={`${noun}s`} />
        <CampaignBadge status={now.status} />
        {now.sentAt && (
          <span className="text-muted">
            <LongDate iso={now.sentAt} />
          </span>
        )}
        {mayEdit && (moving || now.status === "paused") && (
          <BarActs>
            {button(`Cancel ${noun}`, () => setCancelling(true))}
            {moving ? button("Pause", () => act("pause"), true) : button("Resume", () => act("resume"), true)}
          </BarActs>
        )}
      </Bar>
      <section className={`grid gap-4 min-w-0 ${className}`} aria-label="Report">
        {title(now)}
        {now.trouble && <Note role="alert">{now.trouble}</Note>}
        {report.error ? (
          <Problem error={report.error} onRetry={report.reload} />
        ) : report.data ? (
          figures(report.data, now)
        ) : (
          <Rows />
        )}
      </section>
      {beside?.(now)}
      {cancelling && (
        <Confirm
          title={`Cancel this ${noun}?`}
          question="Anyone who hasn’t received it won’t get it. You can’t undo this."
          act={`Cancel ${noun}`}
          onConfirm={() => act("cancel")}
          onClose={() => setCancelling(false)}
        />
      )}
    </EditorLayout>
  );
}

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

export type Figure = [label: string, value: string | number, hint?: string];

/** Results, one per line. */
export function Figures({ list }: { list: Figure[] }) {
  return (
    <dl>
      {list.map(([label, value, hint]) => (
        <div key={label} className="flex items-baseline justify-between gap-4 border-t border-line py-2">
          <dt>
            {label}
            {hint && <span className="field-hint block">{hint}</span>}
          </dt>
          <dd className="font-semibold figures-tabular">
            {typeof value === "number" ? value.toLocaleString("en-US") : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
