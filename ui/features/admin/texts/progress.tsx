import { useEffect, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import type { TextAlert, TextReport } from "../../../shared/api.gen.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { LongDate } from "../../../shared/ui/time.tsx";
import { failed, useRead, write } from "../calls.ts";
import { Confirm } from "../confirm.tsx";
import { textKind } from "../kinds/text.ts";
import { LetterBadge } from "../letters/status.tsx";
import { Problem, Rows } from "../states.tsx";

/** How often one looks how far a text is, in milliseconds. */
const lookMs = 2000;

interface TextProgressProps {
  text: TextAlert;
  mayEdit: boolean;
}

/** A text that is on its way, or was: how far it is, and what can be done. */
export function TextProgress({ text, mayEdit }: TextProgressProps) {
  const path = `${textKind.path}/${text.id}`;
  const { data: now = text, reload } = useRead<TextAlert>(path);
  const report = useRead<TextReport>(`${path}/report`);
  const [cancelling, setCancelling] = useState(false);
  const [busy, setBusy] = useState(false);
  const reloadReport = report.reload;
  const moving = now.status === "sending";
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reloads are new with each render
  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(() => {
      reload();
      reloadReport();
    }, lookMs);
    return () => {
      clearInterval(timer);
      reloadReport(); // what was read beside the last look may be older than it
    };
  }, [moving]);
  const act = async (name: string) => {
    setBusy(true);
    try {
      await write("POST", `${path}/${name}`);
    } catch (error) {
      failed(error, `Failed to ${name} this text`);
    } finally {
      setBusy(false);
    }
  };
  const button = (label: string, run: () => void, main = false) => (
    <Button look={main ? "main" : "quiet"} className="button-small" disabled={busy} onClick={run}>
      {label}
    </Button>
  );
  return (
    <div className="editor">
      <div className="edit-bar">
        <Link to={paths.adminTexts()} className="edit-back">
          <span aria-hidden="true">←</span> <span className="edit-back-text">texts</span>
        </Link>
        <LetterBadge status={now.status} />
        {now.sentAt && (
          <span className="edit-saved">
            <LongDate iso={now.sentAt} />
          </span>
        )}
        {mayEdit && (moving || now.status === "paused") && (
          <div className="edit-act">
            {button("Cancel text", () => setCancelling(true))}
            {moving ? button("Pause", () => act("pause"), true) : button("Resume", () => act("resume"), true)}
          </div>
        )}
      </div>
      <section className="letter-report editor-main" aria-label="Report">
        <p className="text-bubble">{now.body}</p>
        {now.trouble && (
          <p className="note" role="alert">
            {now.trouble}
          </p>
        )}
        {report.error ? (
          <Problem error={report.error} onRetry={report.reload} />
        ) : report.data ? (
          <Figures report={report.data} />
        ) : (
          <Rows />
        )}
      </section>
      {cancelling && (
        <Confirm
          title="Cancel this text?"
          question="Whoever did not get it yet does not get it any more. That can’t be taken back."
          act="Cancel text"
          onConfirm={() => act("cancel")}
          onClose={() => setCancelling(false)}
        />
      )}
    </div>
  );
}

function Figures({ report }: { report: TextReport }) {
  const rows: [string, number, string?][] = [
    ["To get it", report.people],
    ["Sent", report.sent],
    ["Waiting", report.pending, "For their turn, or until it is between 9 and 20 o’clock where they are"],
    ["Unsure", report.unsure, "Handed over without an answer; the carrier is asked whether it has them"],
    ["Failed", report.failed],
    ["Left before their turn", report.skipped, "Or the text was cancelled before it"],
    ["Replied STOP", report.stops, "Within a week, before another text"],
  ];
  return (
    <>
      <progress
        className="letter-progress"
        aria-label="How far this text is"
        max={Math.max(1, report.people)}
        value={report.sent + report.failed + report.skipped}
      />
      <dl className="letter-figures">
        {rows.map(([label, value, hint]) => (
          <div key={label}>
            <dt>
              {label}
              {hint && <span className="field-hint">{hint}</span>}
            </dt>
            <dd>{value.toLocaleString("en-US")}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
