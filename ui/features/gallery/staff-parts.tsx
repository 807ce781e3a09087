import { useState } from "react";
import { CheckLines } from "../admin/check-lines.tsx";
import type { Column } from "../admin/kind.ts";
import { clicks, ctr, priority } from "../admin/kinds/columns.ts";
import { ListTable } from "../admin/list-table.tsx";
import { StatusBadge } from "../admin/pieces/status.tsx";
import type { Selected } from "../admin/record-row.tsx";
import { Switch } from "../admin/switch.tsx";

interface Row {
  id: number;
  title: string;
  priority: number;
  clicks: number;
  ctr: number;
  isOver: boolean;
}

const rows: Row[] = [
  { id: 1, title: "An account that pays for its first deposit", priority: 9, clicks: 1204, ctr: 3.25, isOver: false },
  { id: 2, title: "A case that is settled", priority: 2, clicks: 18, ctr: 0.4, isOver: false },
  { id: 3, title: "An offer that has ended", priority: 1, clicks: 0, ctr: 0, isOver: true },
];

const columns: Column<Row>[] = [
  { label: "Title", value: ({ title }) => title, cell: "main" },
  { ...priority, input: undefined },
  clicks,
  ctr,
  { label: "Status", value: ({ isOver }) => (isOver ? "Ended" : "Active"), width: 7, cell: "status" },
];

const still = { error: null, stale: false, reload: () => {} };

/** What the screens of the staff are made of. */
export default function StaffParts() {
  const [selection, setSelection] = useState<Selected>({ 1: true });
  const table = { columns, nameOf: ({ title }: Row) => title, isOver: ({ isOver }: Row) => isOver };
  return (
    <>
      <ListTable
        {...table}
        label="Offers"
        empty="There is no offer yet."
        sort="-clicks"
        onSort={() => {}}
        selection={selection}
        onSelection={setSelection}
        list={{ ...still, data: rows }}
      />
      <p className="flex flex-wrap gap-4">
        <Switch label="On" on disabled={false} onChange={() => {}} />
        <Switch label="Off" on={false} disabled={false} onChange={() => {}} />
        <Switch label="On, for others to change" on disabled onChange={() => {}} />
        {(["draft", "scheduled", "published", "archived"] as const).map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
      </p>
      <CheckLines
        lines={[
          { text: "It has a picture", good: true },
          { text: "A picture has no words", good: false },
          { text: "Its links lead somewhere", good: undefined },
        ]}
      />
      <ListTable {...table} label="No offers" empty="There is no offer yet." list={{ ...still, data: [] }} />
      <ListTable {...table} label="Offers on their way" empty="" list={{ ...still, data: undefined }} />
      <ListTable
        {...table}
        label="Offers that could not be read"
        empty=""
        list={{ ...still, data: undefined, error: new Error("We’re busy right now. Try again in a moment.") }}
      />
    </>
  );
}
