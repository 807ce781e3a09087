import { type ReactNode, useEffect, useState } from "react";
import { LongDate } from "../../../shared/ui/time.tsx";
import { BackLink } from "../back-link.tsx";
import { useAttempt, useRead, write } from "../calls.ts";
import { Confirm } from "../confirm.tsx";
import { SmallButton } from "../parts/buttons.tsx";
import { Bar, BarActs, EditorLayout } from "../parts/editor-layout.tsx";
import { Note } from "../parts/texts.tsx";
import { Problem, Rows } from "../states.tsx";
import type { Campaign } from "./campaign.ts";
import { CampaignBadge } from "./status.tsx";

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
