import type { ComponentProps } from "react";
import type { Column } from "./kind.ts";

/** The table of records; a list of cards on small screens. */
export const tableLook =
  "w-full border-separate border-spacing-0 text-small figures-tabular max-md:block md:table-fixed [&_:is(a,button,input,select)]:scroll-mt-40 [&_:is(a,button,input,select)]:scroll-mb-16";

/** The table head, which stays in view; on phones, a line with the sort buttons. */
export const headLook =
  "max-md:block max-md:not-has-[button,input]:hidden md:sticky md:top-[calc(var(--bar)+var(--list-bar))] md:z-2";

/** The row of the head. */
export const headRowLook =
  "max-md:flex max-md:min-h-11 max-md:items-center max-md:gap-6 max-md:overflow-x-auto max-md:border-b max-md:border-rule";

/** A row, or a card. */
export const rowLook =
  "hover:bg-[color-mix(in_oklab,var(--sunken)_55%,transparent)] data-opens:cursor-pointer data-over:text-muted data-selected:bg-[color-mix(in_oklab,var(--brand)_9%,transparent)] max-md:relative max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-5 max-md:gap-y-1.5 max-md:border-b max-md:border-line max-md:py-3";

const head =
  "text-(length:--text-label) font-semibold whitespace-nowrap text-muted max-md:w-auto! max-md:flex-none max-md:not-has-[button,input]:hidden md:h-9 md:overflow-hidden md:border-b md:border-rule md:bg-paper md:text-ellipsis";

const cell = [
  "md:h-10 md:overflow-hidden md:border-b md:border-line md:px-2.5 md:text-ellipsis md:whitespace-nowrap",
  "max-md:data-label:before:mr-1 max-md:data-label:before:text-(length:--text-label) max-md:data-label:before:text-muted max-md:data-label:before:content-[attr(data-label)_'_']",
].join(" ");

/** Cells with checkboxes. */
export const selectCellLook = {
  head: `${head} text-start max-md:-mr-4 max-md:-ml-2 md:w-11`,
  cell: "max-md:absolute max-md:top-3 max-md:-left-2 md:h-10 md:w-11 md:border-b md:border-line",
};

const byCell: Record<string, string> = {
  main: "max-md:min-w-0 max-md:flex-[1_1_100%]",
  /** Actions are subtle until the row is hovered or focused. */
  act: "max-md:ml-auto md:text-end [@media(hover:hover)_and_(width>=48rem)]:[tr:not(:hover,:focus-within)>&>*]:text-muted",
};

/** Columns hidden on narrower screens, and in cards. */
const spared = { wide: "md:max-[80rem]:hidden", widest: "md:max-[100rem]:hidden", narrow: "" };

/** The classes of a column's cells. */
export function cellLook<T>({ cell: of, figure, spare }: Partial<Column<T>> = {}): string {
  const inCards = spare && !(spare === "wide" && figure) ? "max-md:hidden" : "";
  return [cell, of && byCell[of], figure && "md:text-end", spare && spared[spare], inCards].filter(Boolean).join(" ");
}

/** The classes of a column's header cell. */
export function headCellLook<T>({ cell: of, figure, spare }: Partial<Column<T>> = {}): string {
  const align = figure || of === "act" ? "md:text-end" : "text-start";
  return [head, "md:px-2.5", align, spare && spared[spare]].filter(Boolean).join(" ");
}

/** A checkbox with a larger touch target. */
export function SelectBox({ label, ...props }: ComponentProps<"input"> & { label: string }) {
  return (
    <label className="inline-grid size-9 cursor-pointer place-items-center">
      <input {...props} type="checkbox" className="size-4.5 accent-brand" />
      <span className="sr-only">{label}</span>
    </label>
  );
}
