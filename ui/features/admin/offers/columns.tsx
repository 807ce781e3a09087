import { Link } from "react-router";
import { adminPaths } from "../../../shared/admin-paths.ts";
import type { AnyOffer } from "../../../shared/api.gen.ts";
import { useSite } from "../../../shared/site.ts";
import type { Column } from "../kind.ts";
import { payoutOf } from "../money.ts";
import { NoteBadge } from "../parts/texts.tsx";
import { RecordName, recordLinkLook } from "../record-row.tsx";
import { figureOf } from "../reports/figures.ts";
import { RowFigure } from "../reports/row-figures.tsx";
import { Placed } from "./placements.tsx";

export const states = {
  shown: "Shown",
  upcoming: "Upcoming",
  ended: "Ended",
  capped: "Capped",
  broken: "Broken link",
  off: "Off",
} as const;

/** The columns of the offers; of one advertiser, without its name. */
export function columnsOf(openAt: (offer: AnyOffer) => string | undefined, ofOne: boolean): Column<AnyOffer>[] {
  const name: Column<AnyOffer> = {
    label: "Name",
    sort: "title",
    cell: "main",
    value: (offer) => (
      <RecordName title={offer.title} to={openAt(offer)}>
        {linkNote(offer) && <NoteBadge>{linkNote(offer)}</NoteBadge>}
      </RecordName>
    ),
  };
  const advertiser: Column<AnyOffer> = {
    label: "Advertiser",
    sort: "advertiser",
    width: 7,
    value: ({ advertiser, advertiserId }) =>
      advertiserId === null ? (
        "–"
      ) : (
        <Link to={adminPaths.advertiser(advertiserId)} className={recordLinkLook}>
          {advertiser}
        </Link>
      ),
  };
  return [
    name,
    ...(ofOne ? [] : [advertiser]),
    { label: "Placement", sort: "placement", width: 9.5, value: Placed },
    { label: "State", width: 5.25, value: ({ state }) => states[state] },
    { label: "Payout", sort: "payout", downFirst: true, figure: true, width: 7, value: payoutOf },
    reported("Views", "views", 4.5),
    reported("Clicks", "clicks", 4.5),
    { ...reported("Conv.", "conversions", 4.5), title: "Conversions" },
    reported("Revenue", "revenue", 5.75),
    { ...reported("EPC", "epc", 4.75), spare: "widest" },
    { label: "Ends", sort: "endsAt", width: 7.25, value: ({ endsAt }) => (endsAt ? <LastDay iso={endsAt} /> : "–") },
  ];
}

/** What there is to know of the link of an offer that its state doesn't say. */
function linkNote({ state, linkState }: AnyOffer): string | null {
  if (state === "off" || state === "broken") return null;
  return { broken: "Broken link", moved: "New destination" }[linkState as string] ?? null;
}

/** A figure of the last 30 days, as the reports have it. */
function reported(label: string, id: string, width: number): Column<AnyOffer> {
  return {
    label,
    sort: id,
    downFirst: true,
    figure: true,
    width,
    value: (offer) => <RowFigure of={offer.placements.map(({ id }) => id)} figure={figureOf(id)} />,
  };
}

/** The last day of the site before an end, with its year where that is another one: at midnight, it is the day before. */
function LastDay({ iso }: { iso: string }) {
  const { timezone } = useSite();
  const format = (at: Date, parts: Intl.DateTimeFormatOptions) =>
    at.toLocaleDateString("en-US", { timeZone: timezone, ...parts });
  const at = new Date(Date.parse(iso) - 1);
  const year = { year: "numeric" } as const;
  const other = format(at, year) === format(new Date(), year) ? {} : year;
  return <time dateTime={iso}>{format(at, { month: "short", day: "numeric", ...other })}</time>;
}
