import type { ShareLink, ShareLinkInput } from "../../../shared/api.gen.ts";
import type { Column, Kind } from "../kind.ts";
import { type Figure, figureOf } from "../reports/figures.ts";
import { RowFigure } from "../reports/row-figures.tsx";

const brought = (label: string, figure: Figure["id"], title: string): Column<ShareLink> => ({
  label,
  title,
  value: ({ code }) => <RowFigure of={code} figure={figureOf(figure)} />,
  width: 5.5,
  figure: true,
});

/** A link to a page of the site, with a short address. */
export const linkKind: Kind<ShareLink, keyof ShareLinkInput> = {
  id: "link",
  path: "/api/admin/links",
  noun: "short link",
  required: { fields: ["name", "path"], sentence: "Name and page are required" },
  fields: [
    { name: "name", label: "Name", type: "line", hint: "For you: Flyer of the spring fair" },
    { name: "path", label: "Page", type: "line", hint: "Its address on this site, such as /guides" },
    { name: "source", label: "Source", type: "line", hint: "Where the link is put: newsletter, facebook" },
    { name: "medium", label: "Medium", type: "line", hint: "Of what kind: email, social, print" },
    { name: "campaign", label: "Campaign", type: "line", hint: "What it is for: spring-2027" },
    { name: "content", label: "Content", type: "line", hint: "Tells two links apart; may be empty" },
  ],
  columns: [
    brought("Visits", "uniques", "Visitors that it brought in the last 30 days, each once a day"),
    brought("Reads", "reads", "In the last 30 days"),
    brought("Signups", "signups", "In the last 30 days"),
    brought("Clicks", "clicks", "On offers, in the last 30 days"),
    brought("Revenue", "revenue", "In the last 30 days"),
  ],
  reported: { by: "link", key: ({ code }) => code },
  titleOrder: "name",
  titleOf: (link) => link.name,
  detailOf: (link) => link.path,
};
