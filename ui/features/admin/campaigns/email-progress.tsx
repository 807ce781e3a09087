import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { adminPaths } from "../../../shared/admin-paths.ts";
import type { EmailReport, SeriesStep, StaffEmail } from "../../../shared/api.gen.ts";
import { whole } from "../../../shared/format.ts";
import { useSite } from "../../../shared/site.ts";
import { useRead } from "../calls.ts";
import { emailKind } from "../kinds/email.ts";
import { money } from "../money.ts";
import { textButtonLook } from "../parts/buttons.tsx";
import { Subheading } from "../parts/texts.tsx";
import { OffersOnPage } from "../reports/page-figures.tsx";
import { EmailPreview } from "./preview.tsx";
import { Deliveries, Figures, Progress } from "./progress.tsx";

/** The progress, results and actions of an email that is sending or was sent. */
export function EmailProgress({ email, mayEdit }: { email: StaffEmail; mayEdit: boolean }) {
  return (
    <Progress<StaffEmail, EmailReport>
      noun="campaign"
      path={`${emailKind.path}/${email.id}`}
      item={email}
      mayEdit={mayEdit}
      back={adminPaths.campaigns()}
      title={({ subject }) => <h2 className="heading">{subject}</h2>}
      figures={(report, { slug }) => <Report report={report} slug={slug} />}
      beside={(now) => <EmailPreview email={now} />}
    />
  );
}

/** Whose programs load the picture in emails. */
const loaders = { apple: "Apple Mail’s proxy", gmail: "Gmail’s proxy", yahoo: "Yahoo’s proxy", other: "Other" };

function Report({ report, slug }: { report: EmailReport; slug: string }) {
  const { currency } = useSite();
  return (
    <>
      <Deliveries
        noun="campaign"
        title="Emails"
        report={report}
        hints={{
          unsure: "Sent, but the mail server didn’t answer. We’ll send them again.",
          failed:
            report.failed > 0
              ? `Bad address: ${report.bounced.toLocaleString("en-US")}. Couldn’t create the email: ${report.spoiled.toLocaleString("en-US")}.`
              : undefined,
        }}
        failures={[
          ["Bounced later", report.returned],
          ["Complaints", report.complaints, "Marked as spam"],
          ["Repeated", report.repeats, "May have arrived twice"],
        ]}
        skipped={["Unsubscribed before sending"]}
        more={[["Unsubscribed within a week", report.left]]}
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
        <Link className={textButtonLook} to={adminPaths.reports({ campaign: slug, source: "newsletter", by: "page" })}>
          Campaign report
        </Link>
      </p>
    </>
  );
}

const names = ["First tips, right away", "After 5 days", "After 12 days"];

/** Delivery counts of the welcome series. */
export function WelcomeSeries() {
  const { data } = useRead<SeriesStep[]>(`${emailKind.path}/series`);
  return (
    <section className="grid gap-4 min-w-0 mt-10" aria-labelledby="welcome-series">
      <Subheading id="welcome-series">Welcome series</Subheading>
      <p className="field-hint">
        Three emails over two weeks for new and returning subscribers. You can turn off the last two in{" "}
        <Link to={adminPaths.settings}>Site settings</Link>.
      </p>
      <Figures
        list={(data ?? []).map(({ step, sent, waiting, skipped, failed }) => [
          names[step - 1] ?? "",
          [
            `${whole(sent)} sent`,
            waiting > 0 && `${whole(waiting)} waiting`,
            skipped > 0 && `${whole(skipped)} skipped`,
            failed > 0 && `${whole(failed)} failed`,
          ]
            .filter(Boolean)
            .join(", "),
        ])}
      />
    </section>
  );
}
