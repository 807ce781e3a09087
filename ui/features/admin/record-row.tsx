import { type Dispatch, type MouseEvent, memo, type ReactNode, type SetStateAction } from "react";
import { Link, type LinkProps, useLocation, useNavigate } from "react-router";
import { thumbnail } from "../../shared/picture.ts";
import { Picture } from "../../shared/ui/picture.tsx";
import type { Column } from "./kind.ts";
import { cellLook, rowLook, SelectBox, selectCellLook } from "./record-cells.tsx";

/** Which items are selected, by id. */
export type Selected = Record<string, boolean>;

interface RecordRowProps<T> {
  item: T;
  columns: Column<T>[];
  /** Among all loaded rows. */
  index: number;
  /** Undefined if rows can't be selected. */
  selected?: boolean;
  onSelection?: Dispatch<SetStateAction<Selected>>;
  /** The address it links to. */
  to?: string;
  /** Opens a row without an address. */
  onOpen?: (item: T) => void;
  /** Whether the record has ended. */
  over?: boolean;
  measure?: (row: Element | null) => void;
  nameOf: (item: T) => string;
}

function RecordRowOf<T extends { id: number | string }>(props: RecordRowProps<T>) {
  const { item, columns, index, selected, onSelection, to, onOpen, over } = props;
  const navigate = useNavigate();
  const opens = useOpening(to ?? "");
  const open = (event: MouseEvent) => {
    const onControl = event.target instanceof Element && event.target.closest("a, button, label, input, select");
    if (onControl || getSelection()?.toString()) return;
    if (to) navigate(to, opens);
    else onOpen?.(item);
  };
  return (
    <tr
      ref={props.measure}
      data-index={index}
      aria-rowindex={index + 2}
      data-selected={selected || undefined}
      data-opens={to || onOpen ? "" : undefined}
      data-over={over ? "" : undefined}
      onClick={open}
      className={`${rowLook} ${selected === undefined ? "" : "max-md:pl-11"}`}
    >
      {selected !== undefined && (
        <td className={selectCellLook.cell}>
          <SelectBox
            label={`Select ${props.nameOf(item)}`}
            checked={selected}
            onChange={() => onSelection?.((now) => ({ ...now, [item.id]: !now[item.id] }))}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.sort ?? column.label}
          className={cellLook(column)}
          data-label={column.cell ? undefined : column.label}
        >
          {column.value(item)}
        </td>
      ))}
    </tr>
  );
}

/** A memoized row of a RecordTable. */
export const RecordRow = memo(
  RecordRowOf,
  (a, b) =>
    a.item === b.item &&
    a.columns === b.columns &&
    a.index === b.index &&
    a.selected === b.selected &&
    a.measure === b.measure &&
    a.to === b.to &&
    a.onOpen === b.onOpen &&
    a.over === b.over,
) as typeof RecordRowOf;

interface RecordNameProps {
  title: string;
  detail?: string;
  /** Address of the record, if it can be opened. */
  to?: string;
  /** Null for a record without a picture, undefined for a kind without pictures. */
  picture?: string | null;
  children?: ReactNode;
}

/** The record's name in a row. */
export function RecordName({ title, detail, to, picture, children }: RecordNameProps) {
  const opens = useOpening(to ?? "");
  return (
    <span data-name="" className="flex gap-3 items-center min-w-0">
      {picture !== undefined && (
        <Picture
          src={picture && thumbnail(picture)}
          className="flex-none w-10.5 h-7 rounded-[2px] max-md:w-15 max-md:h-10"
        />
      )}
      <span className="flex gap-x-3 gap-y-0 items-baseline min-w-0 max-md:flex-wrap">
        <RecordTitle to={to} title={title} wraps={detail === undefined} {...opens}>
          {title}
        </RecordTitle>
        {children}
        {detail && <span className={recordDetailLook}>{detail}</span>}
      </span>
    </span>
  );
}

/** The look of a record's name. */
export const recordTitleLook = "overflow-hidden text-[0.9375rem] font-semibold text-ellipsis max-md:wrap-anywhere";

/** The look of a link to a record. */
export const recordLinkLook =
  "hover:underline hover:decoration-gold hover:decoration-2 hover:underline-offset-[0.2em] focus-visible:-outline-offset-2";

/** The look of the details beside a record's name. */
export const recordDetailLook =
  "min-w-0 flex-[1_1_0] overflow-hidden text-small text-ellipsis whitespace-nowrap text-muted in-data-rows:block max-md:basis-full";

/** A record's name, linked if it can be opened; over two lines at most, if it wraps. */
export function RecordTitle({ to, title, wraps, children, ...props }: Partial<LinkProps> & { wraps?: boolean }) {
  const look = `${recordTitleLook} ${wraps ? "md:my-1 md:line-clamp-2 md:leading-5 md:wrap-anywhere md:whitespace-normal" : ""}`;
  return to ? (
    <Link {...props} to={to} title={title} data-record="" className={`${look} ${recordLinkLook}`}>
      {children}
    </Link>
  ) : (
    <span data-record="" title={title} className={look}>
      {children}
    </span>
  );
}

/** A dialog opens over the list without scrolling; another screen starts at its top. */
function useOpening(to: string) {
  const { pathname } = useLocation();
  return { preventScrollReset: to.startsWith(`${pathname}?`) };
}
