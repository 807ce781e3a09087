import {
  type OnChangeFn,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { Fragment, type KeyboardEvent, useMemo } from "react";
import type { Column } from "./kind.ts";
import { sortLook } from "./parts/figures-table.tsx";
import { headCellLook, headLook, headRowLook, SelectBox, selectCellLook, tableLook } from "./record-cells.tsx";
import { RecordRow } from "./record-row.tsx";
import { useVisibleRows } from "./use-visible-rows.ts";

export interface RecordTableProps<T extends { id: number | string }> {
  label: string;
  /** Must stay the same array while its content does. */
  columns: Column<T>[];
  /** The loaded items. */
  items: T[];
  /** Number of all items. */
  total: number;
  nameOf: (item: T) => string;
  /** The sort order, with a minus sign for descending; "" for the default. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** By id; without it, rows can't be selected. */
  selection?: RowSelectionState;
  onSelection?: OnChangeFn<RowSelectionState>;
  /** Address of a row. */
  openAt?: (item: T) => string;
  /** Opens a row without an address; must stay the same function. */
  onOpen?: (item: T) => void;
  /** Whether an item has ended. */
  isOver?: (item: T) => boolean;
  /** Whether other rows are being loaded. */
  stale?: boolean;
}

const features = tableFeatures({ rowSelectionFeature, rowSortingFeature });

const noneSelected: RowSelectionState = {};

/**
 * Records as a table, or as cards on small screens. Only visible rows are in the document and in the table's model,
 * because the server sorts and filters.
 */
export function RecordTable<T extends { id: number | string }>(props: RecordTableProps<T>) {
  const {
    label,
    columns,
    items,
    total,
    nameOf,
    sort = "",
    onSort,
    selection,
    onSelection,
    openAt,
    onOpen,
    isOver,
  } = props;
  const { body, shown, gaps, rest, measure, onFocus, onBlur } = useVisibleRows(items);
  const sorting = sort ? [{ id: sort.replace(/^-/, ""), desc: sort.startsWith("-") }] : [];
  const table = useTable({
    features,
    columns: useMemo(() => columns.map(modelOf), [columns]),
    data: useMemo(() => shown.flatMap(({ index }) => items[index] ?? []), [shown, items]),
    getRowId: ({ id }) => String(id),
    state: { rowSelection: selection ?? noneSelected, sorting },
    onRowSelectionChange: onSelection,
    enableRowRangeSelection: false,
    manualSorting: true,
    enableSortingRemoval: false,
    onSortingChange: (change) => {
      const [by] = typeof change === "function" ? change(sorting) : change;
      if (by) onSort?.(by.desc ? `-${by.id}` : by.id);
    },
  });
  return (
    <table className={tableLook} aria-label={label} aria-rowcount={total + 1}>
      <thead className={headLook}>
        <tr aria-rowindex={1} className={headRowLook}>
          {selection && (
            <th scope="col" className={selectCellLook.head}>
              <SelectAll items={items} {...{ selection, onSelection }} />
            </th>
          )}
          {table.getHeaderGroups()[0]?.headers.map(({ column }, i) => {
            const sorted = column.getIsSorted();
            const order = sorted && ({ asc: "ascending", desc: "descending" } as const)[sorted];
            const { label, title, width, sort, cell } = columns[i] ?? { label: "" };
            return (
              <th
                key={column.id}
                scope="col"
                className={headCellLook(columns[i])}
                style={{ width: width && `${width}rem` }}
                aria-sort={order || undefined}
              >
                {sort && onSort ? (
                  <button type="button" className={sortLook} onClick={column.getToggleSortingHandler()}>
                    {label}
                    <span aria-hidden="true">{order ? (order === "ascending" ? "↑" : "↓") : "↕"}</span>
                  </button>
                ) : (
                  <span className={cell === "act" ? "sr-only" : undefined} title={title}>
                    {label}
                    {title && <span className="sr-only">, {title.toLowerCase()}</span>}
                  </span>
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody
        ref={body}
        inert={props.stale}
        className="max-md:block [&[inert]]:opacity-50"
        onFocus={onFocus}
        onBlur={onBlur}
        onKeyDown={moveByArrows}
      >
        {table.getRowModel().rows.map((row, i) => (
          <Fragment key={row.id}>
            <Gap height={gaps[i]} />
            <RecordRow
              {...{ row, columns, measure, nameOf }}
              index={shown[i]?.index ?? 0}
              selected={selection && row.getIsSelected()}
              to={openAt?.(row.original)}
              onOpen={onOpen}
              over={isOver?.(row.original)}
            />
          </Fragment>
        ))}
        <Gap height={rest} />
      </tbody>
    </table>
  );
}

/** A column of the table's model. */
function modelOf<T>({ label, value, sort, downFirst }: Column<T>) {
  return {
    id: sort ?? label,
    accessorFn: (item: T) => item,
    cell: ({ row }: { row: { original: T } }) => value(row.original),
    sortDescFirst: downFirst === true,
  };
}

/** Space for rows outside the document. */
function Gap({ height = 0 }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it has nothing to focus
    <tr aria-hidden="true" className="pointer-events-none max-md:block">
      <td className="max-md:block" style={{ height }} />
    </tr>
  );
}

/** The selected items. */
export function selectedOf<T extends { id: number | string }>(items: T[], selection: RowSelectionState): T[] {
  return Object.keys(selection).length === 0 ? [] : items.filter(({ id }) => selection[id]);
}

interface SelectAllProps<T> {
  items: T[];
  selection: RowSelectionState;
  onSelection?: OnChangeFn<RowSelectionState>;
}

function SelectAll<T extends { id: number | string }>({ items, selection, onSelection }: SelectAllProps<T>) {
  const selected = useMemo(() => selectedOf(items, selection).length, [items, selection]);
  return (
    <SelectBox
      label="Select all"
      checked={selected > 0 && selected === items.length}
      ref={(box) => {
        if (box) box.indeterminate = selected > 0 && selected < items.length;
      }}
      onChange={(event) =>
        onSelection?.(event.currentTarget.checked ? Object.fromEntries(items.map(({ id }) => [id, true])) : {})
      }
    />
  );
}

/** Arrow up and down move between the links or checkboxes of rows. */
function moveByArrows(event: KeyboardEvent) {
  const { target, key } = event;
  if (!(target instanceof Element) || (key !== "ArrowDown" && key !== "ArrowUp")) return;
  const control = ["a[data-record]", "input[type=checkbox]"].find((selector) => target.matches(selector));
  const row = target.closest("tr");
  const next = key === "ArrowDown" ? row?.nextElementSibling : row?.previousElementSibling;
  if (!control || !next) return;
  event.preventDefault();
  next.querySelector<HTMLElement>(control)?.focus();
}
