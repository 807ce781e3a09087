import type { List, Reading } from "./calls.ts";
import { RecordTable, type RecordTableProps } from "./record-table.tsx";
import { Loaded, MoreOfList } from "./states.tsx";

interface ListTableProps<T extends { id: number | string }>
  extends Omit<RecordTableProps<T>, "items" | "total" | "stale"> {
  /** A paged list, or one loaded whole. */
  list: List<T> | Reading<T[]>;
  /** Shown if the list is empty. */
  empty: string;
}

/** A list as a table, or its loading, error or empty state. */
export function ListTable<T extends { id: number | string }>({ list, empty, ...table }: ListTableProps<T>) {
  const inParts = "more" in list ? list : null;
  return (
    <Loaded of={list}>
      {(items) =>
        items.length === 0 ? (
          <p className="empty" role="status">
            {empty}
          </p>
        ) : (
          <>
            <RecordTable
              {...table}
              items={items}
              total={Math.max(inParts?.total ?? 0, items.length)}
              stale={list.stale}
            />
            {inParts && <MoreOfList list={inParts} />}
          </>
        )
      }
    </Loaded>
  );
}
