import type { List, Reading } from "./calls.ts";
import { RecordTable, type RecordTableProps } from "./record-table.tsx";
import { MoreOfList, Problem, Rows } from "./states.tsx";

interface ListTableProps<T extends { id: number | string }>
  extends Omit<RecordTableProps<T>, "items" | "total" | "stale"> {
  /** A paged list, or one loaded whole. */
  list: List<T> | Reading<T[]>;
  /** Shown if the list is empty. */
  empty: string;
}

/** A list as a table, or its loading, error or empty state. */
export function ListTable<T extends { id: number | string }>({ list, empty, ...table }: ListTableProps<T>) {
  const items = "items" in list ? list.items : list.data;
  if (list.error) return <Problem error={list.error} onRetry={list.reload} />;
  if (!items) return <Rows />;
  if (items.length === 0) {
    return (
      <p className="empty" role="status">
        {empty}
      </p>
    );
  }
  const inParts = "items" in list ? list : null;
  return (
    <>
      <RecordTable {...table} items={items} total={Math.max(inParts?.total ?? 0, items.length)} stale={list.stale} />
      {inParts && <MoreOfList list={inParts} />}
    </>
  );
}
