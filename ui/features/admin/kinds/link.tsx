import type { StaffLink } from "../../../shared/api.gen.ts";
import type { Column, Kind } from "../kind.ts";
import { declared } from "../kinds.gen.ts";
import { type Figure, figureOf } from "../reports/figures.ts";
import { RowFigure } from "../reports/row-figures.tsx";

const brought = (label: string, figure: Figure["id"], title: string): Column<StaffLink> => ({
  label,
  title,
  value: ({ code }) => <RowFigure of={code} figure={figureOf(figure)} />,
  width: 5.5,
  figure: true,
});

/** A link to a page of the site, with a short address. */
export const linkKind: Kind<StaffLink> = {
  id: "link",
  ...declared.link,
  noun: "short link",
  columns: [
    brought("Visits", "uniques", "Visitors from the link in the last 30 days, counted once a day"),
    brought("Reads", "reads", "In the last 30 days"),
    brought("Signups", "signups", "In the last 30 days"),
    brought("Clicks", "clicks", "Offer clicks in the last 30 days"),
    { ...brought("Conversions", "conversions", "In the last 30 days"), spare: "wide" },
    brought("Revenue", "revenue", "In the last 30 days"),
    { ...brought("EPC", "epc", "Revenue per click-out in the last 30 days"), spare: "wide" },
  ],
  reported: { by: "link", key: ({ code }) => code },
  titleOf: (link) => link.name,
  detailOf: (link) => link.path,
};
