import { type Dispatch, Fragment, type KeyboardEvent, type SetStateAction, useMemo } from "react";
import type { Column } from "./kind.ts";
import { sortLook } from "./parts/figures-table.tsx";
import { headCellLook, headLook, headRowLook, SelectBox, selectCellLook, tableLook } from "./record-cells.tsx";
import { RecordRow, type Selected } from "./record-row.tsx";
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
  selection?: Selected;
  onSelection?: Dispatch<SetStateAction<Selected>>;
  /** Address of a row. */
  openAt?: (item: T) => string;
  /** Opens a row without an address; must stay the same function. */
  onOpen?: (item: T) => void;
  /** Whether an item has ended. */
  isOver?: (item: T) => boolean;
  /** Whether other rows are being loaded. */
  stale?: boolean;
}

/** Records as a table, or as cards on small screens. Only visible rows are in the document. The server sorts. */
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
  return (
    <table className={tableLook} aria-label={label} aria-rowcount={total + 1}>
      <thead className={headLook}>
        <tr aria-rowindex={1} className={headRowLook}>
          {selection && (
            <th scope="col" className={selectCellLook.head}>
              <SelectAll items={items} {...{ selection, onSelection }} />
            </th>
          )}
          {columns.map((column) => (
            <Head key={column.sort ?? column.label} column={column} sort={sort} onSort={onSort} />
          ))}
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
        {shown.map(({ index }, i) => {
          const item = items[index];
          if (!item) return null;
          return (
            <Fragment key={item.id}>
              <Gap height={gaps[i]} />
              <RecordRow
                {...{ item, columns, index, measure, nameOf, onOpen, onSelection }}
                selected={selection && selection[item.id] === true}
                to={openAt?.(item)}
                over={isOver?.(item)}
              />
            </Fragment>
          );
        })}
        <Gap height={rest} />
      </tbody>
    </table>
  );
}

interface HeadProps<T> {
  column: Column<T>;
  sort: string;
  onSort?: (sort: string) => void;
}

/** The head of a column. A click sorts by it, and another one in the other direction. */
function Head<T>({ column, sort, onSort }: HeadProps<T>) {
  const { label, title, width, sort: by, downFirst, cell } = column;
  const order = by && { [by]: "ascending" as const, [`-${by}`]: "descending" as const }[sort];
  return (
    <th
      scope="col"
      className={headCellLook(column)}
      style={{ width: width && `${width}rem` }}
      aria-sort={order || undefined}
    >
      {by && onSort ? (
        <button
          type="button"
          className={sortLook}
          onClick={() => onSort((order ? order === "ascending" : downFirst) ? `-${by}` : by)}
        >
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
export function selectedOf<T extends { id: number | string }>(items: T[], selection: Selected): T[] {
  return Object.keys(selection).length === 0 ? [] : items.filter(({ id }) => selection[id]);
}

interface SelectAllProps<T> {
  items: T[];
  selection: Selected;
  onSelection?: (selection: Selected) => void;
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
