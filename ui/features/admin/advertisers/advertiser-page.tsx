import type { ReactNode } from "react";
import { useState } from "react";
import { Link } from "react-router";
import { adminPaths } from "../../../shared/admin-paths.ts";
import type { AdvertiserRevenue, ConversionTotal, AdvertiserPage as Page } from "../../../shared/api.gen.ts";
import { count } from "../../../shared/format.ts";
import { RelativeTime } from "../../../shared/ui/time.tsx";
import { BackLink } from "../back-link.tsx";
import { useRead } from "../calls.ts";
import { copy } from "../copy.ts";
import { Download } from "../download.tsx";
import { optionLabel } from "../kind.ts";
import { advertiserKind } from "../kinds/advertiser.ts";
import { money } from "../money.ts";
import { Offers } from "../offers/offers.tsx";
import { SmallButton } from "../parts/buttons.tsx";
import { FiguresTable, Scrolling } from "../parts/figures-table.tsx";
import { Note, ScreenTitle, Secret, SectionHead, Subheading } from "../parts/texts.tsx";
import { RecordDialog } from "../record-dialog.tsx";
import { recordLinkLook } from "../record-row.tsx";
import { Problem, Rows } from "../states.tsx";
import { useReports } from "./use-reports.tsx";

interface AdvertiserPageProps {
  id: string;
  mayEdit: boolean;
}

/** An advertiser: contact, agreement, reports, revenue and offers. */
export function AdvertiserPage({ id, mayEdit }: AdvertiserPageProps) {
  const { data, error, reload } = useRead<Page>(`${advertiserKind.path}/${id}`);
  const [editing, setEditing] = useState(false);
  const { rotate, test, importFrom, dialogs } = useReports();
  if (error) return <Problem error={error} onRetry={reload} />;
  if (!data) return <Rows />;
  return (
    <>
      <p className="mb-1 text-small">
        <BackLink to={adminPaths.content({ view: "advertisers" })} list="advertisers" />
      </p>
      <SectionHead>
        <ScreenTitle>{data.name}</ScreenTitle>
        {mayEdit && (
          <SmallButton look="quiet" onClick={() => setEditing(true)}>
            Edit
          </SmallButton>
        )}
      </SectionHead>
      {!data.isActive && <Note>This advertiser is off, so its postbacks are rejected.</Note>}
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        <Part title="Contact">
          <Facts page={data} />
        </Part>
        <Part title="Postbacks">
          <Postbacks page={data}>
            {mayEdit && (
              <>
                <SmallButton look="quiet" onClick={() => importFrom(data)}>
                  Import a report
                </SmallButton>
                <SmallButton look="quiet" onClick={() => test(data)}>
                  Test a postback
                </SmallButton>
                <SmallButton look="quiet" onClick={() => rotate(data)}>
                  Rotate key
                </SmallButton>
              </>
            )}
          </Postbacks>
        </Part>
      </div>
      <Part title="Revenue by month">
        <Revenue id={data.id} revenue={data.revenue} />
        <Pending id={data.id} />
      </Part>
      <Part title="Offers">
        <Offers mayEdit={mayEdit} advertiser={data.id} />
      </Part>
      {editing && <RecordDialog kind={advertiserKind} edit={id} item={data} onClose={() => setEditing(false)} />}
      {dialogs}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-6 min-w-0 border-t border-rule pt-3">
      <Subheading className="mb-3">{title}</Subheading>
      {children}
    </section>
  );
}

/** The contact and the agreement. */
function Facts({ page: { contactName, contactEmail, contactPhone, terms, note } }: { page: Page }) {
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-5 gap-y-1 [&>dd]:whitespace-pre-line [&>dd]:wrap-anywhere [&>dt]:text-muted">
      <dt>Name</dt>
      <dd>{contactName ?? "–"}</dd>
      <dt>Email</dt>
      <dd>{contactEmail ? <a href={`mailto:${contactEmail}`}>{contactEmail}</a> : "–"}</dd>
      <dt>Phone</dt>
      <dd>{contactPhone ? <a href={`tel:${contactPhone}`}>{contactPhone}</a> : "–"}</dd>
      <dt>Terms</dt>
      <dd>{terms || "–"}</dd>
      <dt>Note</dt>
      <dd>{note || "–"}</dd>
    </dl>
  );
}

/** Where its network sends postbacks, and when the last one came. */
function Postbacks({ page, children }: { page: Page; children: ReactNode }) {
  const { preset, postbackAddress, lastPostbackAt, lastRefusedAt } = page;
  return (
    <>
      <p>
        Last received: {lastPostbackAt ? <RelativeTime iso={lastPostbackAt} /> : "never"}
        {lastRefusedAt && (
          <>
            . Last failed:{" "}
            <Link
              to={adminPaths.content({ view: "conversions", tab: "refused", advertiser: String(page.id) })}
              className={recordLinkLook}
            >
              <RelativeTime iso={lastRefusedAt} />
            </Link>
          </>
        )}
      </p>
      <p className="mt-2 text-muted">
        The address for {optionLabel(advertiserKind, "preset", preset)}. Put the key in place of KEY; rotate the key if
        you no longer have it.
      </p>
      <Secret>{postbackAddress}</Secret>
      <p className="mt-3 flex flex-wrap gap-2">
        <SmallButton look="quiet" onClick={() => copy(postbackAddress, "Address copied")}>
          Copy address
        </SmallButton>
        {children}
      </p>
    </>
  );
}

/** The revenue of its offers by month, as needed for invoices. */
function Revenue({ id, revenue }: { id: number; revenue: AdvertiserRevenue[] }) {
  if (revenue.length === 0) return <p className="text-muted">Nothing earned in the last 12 months.</p>;
  return (
    <Scrolling aria-label="Months">
      <FiguresTable rows heads={["Month of the click", "Approved", "Pending", "Reversed", "Invoice"]}>
        <tbody>
          {revenue.map(({ month, currency, approved, pending, reversed }, i) => (
            <tr key={month + currency}>
              <th scope="row">
                {monthName(month)}, {currency}
              </th>
              <td>{money(approved, currency)}</td>
              <td>{money(pending, currency)}</td>
              <td>{money(reversed, currency)}</td>
              <td>
                {revenue[i - 1]?.month !== month && (
                  <Download
                    path={`${advertiserKind.path}/${id}/invoice?month=${month}`}
                    name={`invoice-${id}-${month}`}
                    label="CSV"
                    about={`Invoice CSV for ${monthName(month)}`}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </FiguresTable>
    </Scrolling>
  );
}

function monthName(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString("en-US", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}

/** Conversions that the advertiser hasn't approved or rejected. */
function Pending({ id }: { id: number }) {
  const filter = `advertiser=${id}&status=pending`;
  const { data = [] } = useRead<ConversionTotal[]>(`/api/admin/conversions/totals?${filter}`);
  if (data.length === 0) return <p className="mt-3 text-muted">No pending conversions.</p>;
  const sums = data.map(
    ({ conversions, payout, currency }) => `${count(conversions, "conversion")}, ${money(payout, currency)}`,
  );
  return (
    <p className="mt-3">
      <Link
        to={adminPaths.content({ view: "conversions", advertiser: String(id), status: "pending" })}
        className={`font-semibold ${recordLinkLook}`}
      >
        Pending: {sums.join("; ")}
      </Link>
    </p>
  );
}
