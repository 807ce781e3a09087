import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import type { LetterReport, StaffLetter } from "../../../shared/api.gen.ts";
import { useSite } from "../../../shared/site.ts";
import { letterKind } from "../kinds/letter.ts";
import { money } from "../money.ts";
import { Figures } from "../outgoing/figures.tsx";
import { Progress } from "../outgoing/progress.tsx";
import { textButtonLook } from "../parts/buttons.tsx";
import { Subheading } from "../parts/texts.tsx";
import { OffersOnPage } from "../reports/page-offers.tsx";
import { LetterPreview } from "./preview.tsx";

interface LetterProgressProps {
  letter: StaffLetter;
  mayEdit: boolean;
}

/** A letter that is on its way, or was: how far it is, what it brought, and what can be done. */
export function LetterProgress({ letter, mayEdit }: LetterProgressProps) {
  return (
    <Progress<StaffLetter, LetterReport>
      noun="campaign"
      path={`${letterKind.path}/${letter.id}`}
      item={letter}
      mayEdit={mayEdit}
      back={paths.adminLetters()}
      title={({ subject }) => <h2 className="heading">{subject}</h2>}
      figures={(report, { slug }) => <Report report={report} slug={slug} />}
      beside={(now) => <LetterPreview letter={now} />}
    />
  );
}

/** Whose programs load the picture in mails. */
const loaders = { apple: "Apple Mail’s proxy", gmail: "Gmail’s proxy", yahoo: "Yahoo’s proxy", other: "Other" };

function Report({ report, slug }: { report: LetterReport; slug: string }) {
  const { currency } = useSite();
  return (
    <>
      <progress
        className="w-full h-2 accent-brand"
        aria-label="Campaign progress"
        max={Math.max(1, report.people)}
        value={report.sent + report.failed + report.skipped}
      />
      <Subheading as="h3">Emails</Subheading>
      <Figures
        list={[
          ["Recipients", report.people],
          ["Sent", report.sent],
          ["Waiting", report.pending + report.sending],
          ["Unsure", report.unsure, "Sent, but the mail server didn’t answer. We’ll send them again."],
          ["Repeated", report.repeats, "May have arrived twice"],
          [
            "Failed",
            report.failed,
            report.failed > 0
              ? `Bad address: ${report.bounced.toLocaleString("en-US")}. Couldn’t create the email: ${report.spoiled.toLocaleString("en-US")}.`
              : undefined,
          ],
          ["Bounced later", report.returned],
          ["Complaints", report.complaints, "Marked as spam"],
          ["Unsubscribed before sending", report.skipped],
          ["Unsubscribed within a week", report.left],
        ]}
      />
      <Subheading as="h3">Results</Subheading>
      <Figures
        list={[
          ["Visitors", report.visitors, "Counted once a day"],
          ["Pages viewed", report.views],
          ["Click-outs", report.clickouts],
          ["Signups", report.signups],
          ["Conversions", report.conversions],
          ["Revenue", money(report.revenue, currency)],
        ]}
      />
      <Subheading as="h3">Offers here, last 30 days</Subheading>
      <OffersOnPage page={paths.newsletter(slug)} />
      {report.loads.length > 0 && (
        <>
          <Subheading as="h3">Picture loads</Subheading>
          <p className="field-hint">
            These aren’t readers. Apple Mail and Gmail load pictures automatically, before anyone opens the email or
            once for many people.
          </p>
          <Figures list={report.loads.map(({ loader, loads }) => [loaders[loader], loads])} />
        </>
      )}
      <p>
        <Link className={textButtonLook} to={paths.adminReports({ campaign: slug, source: "newsletter", by: "page" })}>
          Campaign report
        </Link>
      </p>
    </>
  );
}
