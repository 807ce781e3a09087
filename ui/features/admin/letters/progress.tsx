import { useEffect, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import type { Letter, LetterReport } from "../../../shared/api.gen.ts";
import { useSite } from "../../../shared/site.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { LongDate } from "../../../shared/ui/time.tsx";
import { failed, useRead, write } from "../calls.ts";
import { Confirm } from "../confirm.tsx";
import { letterKind } from "../kinds/letter.ts";
import { money } from "../money.ts";
import { Problem, Rows } from "../states.tsx";
import { LetterPreview } from "./preview.tsx";
import { LetterBadge } from "./status.tsx";

/** How often one looks how far a letter is, in milliseconds. */
const lookMs = 2000;

interface ProgressProps {
  letter: Letter;
  mayEdit: boolean;
}

/** A letter that is on its way, or was: how far it is, what it brought, and what can be done. */
export function Progress({ letter, mayEdit }: ProgressProps) {
  const path = `${letterKind.path}/${letter.id}`;
  const { data: now = letter, reload } = useRead<Letter>(path);
  const report = useRead<LetterReport>(`${path}/report`);
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
      failed(error, `Failed to ${name} this letter`);
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
    <div className="editor" data-previewing>
      <div className="edit-bar">
        <Link to={paths.adminLetters()} className="edit-back">
          <span aria-hidden="true">←</span> <span className="edit-back-text">letters</span>
        </Link>
        <LetterBadge status={now.status} />
        {now.sentAt && (
          <span className="edit-saved">
            <LongDate iso={now.sentAt} />
          </span>
        )}
        {mayEdit && (moving || now.status === "paused") && (
          <div className="edit-act">
            {button("Cancel letter", () => setCancelling(true))}
            {moving ? button("Pause", () => act("pause"), true) : button("Resume", () => act("resume"), true)}
          </div>
        )}
      </div>
      <section className="letter-report" aria-label="Report">
        <h2 className="heading">{now.subject}</h2>
        {now.trouble && (
          <p className="note" role="alert">
            {now.trouble}
          </p>
        )}
        {report.error ? (
          <Problem error={report.error} onRetry={report.reload} />
        ) : report.data ? (
          <Figures report={report.data} slug={now.slug} />
        ) : (
          <Rows />
        )}
      </section>
      <LetterPreview letter={now} />
      {cancelling && (
        <Confirm
          title="Cancel this letter?"
          question="Whoever did not get it yet does not get it any more. That can’t be taken back."
          act="Cancel letter"
          onConfirm={() => act("cancel")}
          onClose={() => setCancelling(false)}
        />
      )}
    </div>
  );
}

function Figures({ report, slug }: { report: LetterReport; slug: string }) {
  const { currency } = useSite();
  const settled = report.sent + report.failed + report.skipped;
  const number = (n: number) => n.toLocaleString("en-US");
  const rows = (list: [string, string | number, string?][]) => (
    <dl className="letter-figures">
      {list.map(([label, value, hint]) => (
        <div key={label}>
          <dt>
            {label}
            {hint && <span className="field-hint">{hint}</span>}
          </dt>
          <dd>{typeof value === "number" ? number(value) : value}</dd>
        </div>
      ))}
    </dl>
  );
  return (
    <>
      <progress
        className="letter-progress"
        aria-label="How far this letter is"
        max={Math.max(1, report.people)}
        value={settled}
      />
      <h3 className="subheading">Mails</h3>
      {rows([
        ["To get it", report.people],
        ["Sent", report.sent],
        ["Waiting", report.pending + report.sending],
        ["Unsure", report.unsure, "Handed over without an answer; they are handed over once more"],
        ["Repeated", report.repeats, "May have come twice"],
        ["Failed", report.failed, `${number(report.bounced)} of them as the address takes no mail`],
        ["Left before their turn", report.skipped],
        ["Unsubscribed within a week", report.left],
      ])}
      <h3 className="subheading">What it brought</h3>
      {rows([
        ["Visitors", report.visitors, "Each once a day"],
        ["Pages viewed", report.views],
        ["Click-outs", report.clickouts],
        ["Signups", report.signups],
        ["Conversions", report.conversions],
        ["Revenue", money(report.revenue, currency)],
      ])}
      <p>
        <Link className="link-button" to={paths.adminReports({ campaign: slug, source: "newsletter", by: "page" })}>
          Report of this letter
        </Link>
      </p>
    </>
  );
}
