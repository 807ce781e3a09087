import { useMemo } from "react";
import { adminPaths } from "../../../shared/admin-paths.ts";
import { categoryLabel } from "../../../shared/constants.ts";
import { ButtonLink } from "../../../shared/ui/button.tsx";
import { LongDate, RelativeTime } from "../../../shared/ui/time.tsx";
import type { Column } from "../kind.ts";
import { type Batch, type ListContext, RecordList } from "../record-list.tsx";
import { RecordName } from "../record-row.tsx";
import type { Figure } from "../reports/figures.ts";
import { pieceFigures } from "../reports/page-figures.tsx";
import { FiguresOfRows, RowFigure } from "../reports/row-figures.tsx";
import { type Desk, type Piece, statuses } from "./piece.ts";
import { StatusBadge } from "./status.tsx";

const filters = statuses.map(({ id, label }) => ({ id, label, filter: { status: id } }));

const batch: Batch[] = [
  { label: "Publish", action: "publish", question: (these) => `Readers will see ${these} right away.` },
  { label: "Archive", action: "archive", question: (these) => `Readers will no longer see ${these}.` },
];

/** The list of articles or guides. */
export function PieceList<T extends Piece>({ desk, mayEdit }: { desk: Desk<T>; mayEdit: boolean }) {
  const openAt = useMemo(() => (piece: Piece) => adminPaths.piece(desk.list, piece.id), [desk]);
  const columns = useMemo(() => (context: ListContext<T>) => columnsOf(desk, context), [desk]);
  return (
    <RecordList
      {...{ kind: desk.kind, mayEdit, batch, openAt }}
      statuses={filters}
      columns={columns}
      around={(table, pieces) => (
        <FiguresOfRows by="piece" keys={pieces.filter(wasPublic).map(({ slug }) => desk.page(slug))}>
          {table}
        </FiguresOfRows>
      )}
      add={<ButtonLink to={adminPaths.piece(desk.list, "new")}>New {desk.kind.noun}</ButtonLink>}
    />
  );
}

/** Whether the piece can have figures. */
function wasPublic({ status }: Piece): boolean {
  return status === "published" || status === "archived";
}

function columnsOf<T extends Piece>(desk: Desk<T>, { openAt, inBin }: ListContext<T>): Column<T>[] {
  return [
    {
      label: "Title",
      sort: "title",
      cell: "main",
      value: (piece) => <RecordName title={piece.title} to={openAt(piece)} picture={piece.imageUrl} />,
    },
    { label: "Status", width: 6.5, cell: "status", value: ({ status }) => <StatusBadge status={status} /> },
    { label: "Category", width: 8, spare: "wide", value: ({ category }) => categoryLabel(category) },
    { label: "Author", width: 9, spare: "widest", value: ({ authorName }) => authorName },
    {
      label: "Published",
      width: 9.5,
      spare: "narrow",
      sort: "publishAt",
      downFirst: true,
      value: ({ status, publishAt }) =>
        publishAt && (status === "published" || status === "scheduled") ? <LongDate iso={publishAt} /> : "–",
    },
    ...(inBin ? [] : pieceFigures.map((figure) => columnOf(desk, figure))),
    {
      label: inBin ? "Deleted" : "Changed",
      width: 7.5,
      sort: "updatedAt",
      downFirst: true,
      value: ({ deletedAt, updatedAt }) => <RelativeTime iso={deletedAt ?? updatedAt} />,
    },
  ];
}

/** A column with a figure of the last 30 days. */
function columnOf<T extends Piece>(desk: Desk<T>, figure: Figure): Column<T> {
  return {
    label: figure.label,
    title: "In the last 30 days",
    width: figure.id === "revenue" ? 5.25 : 4.25,
    figure: true,
    spare: "wide",
    value: (piece) => (wasPublic(piece) ? <RowFigure of={desk.page(piece.slug)} figure={figure} /> : "–"),
  };
}
