import type { ComponentProps } from "react";

const cells = [
  "w-full border-t border-rule text-[0.9375rem] figures-tabular",
  "[&_:is(th,td)]:border-t [&_:is(th,td)]:border-line [&_:is(th,td)]:px-3 [&_:is(th,td)]:py-1.75",
  "[&_:is(th,td):first-child]:pl-0 [&_:is(th,td):first-child]:text-start [&_:is(th,td):first-child]:font-normal",
  "[&_thead_th]:border-0 [&_thead_th]:text-(length:--text-label) [&_thead_th]:font-semibold [&_thead_th]:whitespace-nowrap [&_thead_th]:text-muted",
  "[&_tfoot_:is(th,td)]:border-t-4 [&_tfoot_:is(th,td)]:border-double [&_tfoot_:is(th,td)]:border-rule [&_tfoot_:is(th,td)]:font-semibold",
].join(" ");

/** The row labels stay in view when the table is scrolled. */
const report = [
  "[&_:is(th,td)]:align-top [&_:is(th,td)]:whitespace-nowrap",
  "[&_:is(th,td):first-child]:sticky [&_:is(th,td):first-child]:left-0 [&_:is(th,td):first-child]:min-w-36 [&_:is(th,td):first-child]:max-w-88 [&_:is(th,td):first-child]:bg-paper [&_:is(th,td):first-child]:wrap-anywhere [&_:is(th,td):first-child]:whitespace-normal max-md:[&_:is(th,td):first-child]:max-w-42",
].join(" ");

const aligned = { figures: "[&_:is(th,td)]:text-end", words: "[&_:is(th,td)]:text-start" };

interface FiguresTableProps extends ComponentProps<"table"> {
  /** Labels of the columns; without them, the children have a head. */
  heads?: string[];
  /** The content of its cells. */
  of?: keyof typeof aligned;
  /** Whether rows are those of a report. */
  rows?: boolean;
}

/** A table of figures or words, with a double line above the totals. */
export function FiguresTable(given: FiguresTableProps) {
  const { heads, of = "figures", rows = false, className = "", children, ...props } = given;
  return (
    <table
      {...props}
      data-rows={rows ? "" : undefined}
      className={`${cells} ${aligned[of]} ${rows ? report : ""} ${className}`}
    >
      {heads && (
        <thead>
          <tr>
            {heads.map((head, i) => (
              <th key={i} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
      )}
      {children}
    </table>
  );
}

/** A part of the screen that scrolls, by keyboard too. */
export function Scrolling({ className = "overflow-x-auto", ...props }: ComponentProps<"section">) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable by keyboard
  return <section {...props} className={className} tabIndex={0} />;
}

/** The button in a column's head that sorts. */
export const sortLook =
  "inline-flex cursor-pointer items-center gap-1.5 font-semibold hover:text-ink in-data-rows:justify-end [[aria-sort]>&]:text-ink";
