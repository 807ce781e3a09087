import type { Column } from "../kind.ts";
import { percent } from "../percent.ts";

// Columns used by several kinds of record.

/** A column of numbers. */
export const figure = <Name extends string>(label: string, name: Name): Column<Record<Name, number>> => ({
  label,
  value: (item) => item[name].toLocaleString("en-US"),
  width: 4.75,
  figure: true,
});

/** A sortable column of numbers, highest first. */
export const ranked = <Name extends string>(label: string, name: Name): Column<Record<Name, number>> => ({
  ...figure(label, name),
  width: 5.25,
  sort: name,
  downFirst: true,
});

export const priority = { ...ranked("Priority", "priority"), input: "priority" } as const;
export const position = { ...ranked("Position", "position"), input: "position", downFirst: false } as const;
export const views = { ...ranked("Views", "views"), spare: "wide" } as const;
export const clicks = ranked("Clicks", "clicks");
export const ctr: Column<{ ctr: number }> = {
  label: "CTR",
  value: (item) => percent(item.ctr),
  width: 4.75,
  figure: true,
  sort: "ctr",
  downFirst: true,
};
