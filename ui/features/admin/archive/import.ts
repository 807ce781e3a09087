import { useQuery } from "@tanstack/react-query";
import { type ComponentType, useEffect, useRef } from "react";
import { search } from "../../../paths.ts";
import type { Import, ImportField, ImportLine, ImportMapping } from "../../../shared/api.gen.ts";
import type { Errors, Values } from "../../../shared/form/use-form.ts";
import { queries, read } from "../calls.ts";

export const path = "/api/admin/imports";

/** What is imported, and how it is called on the screen. */
export interface Importable {
  what: Import["what"];
  /** Label and hint of the file field. */
  label: string;
  hint: string;
  accept: string;
  /** Size limit in bytes, and the error for larger files. */
  mostBytes: number;
  tooLarge: string;
  /** Singular and plural of an entry, for the report. */
  entry: string;
  entries: string;
  /** Entries that already match the file. */
  same: string;
  /** Label of the button that imports this many. */
  start: (count: number) => string;
  /** Of a table, whose columns staff map. */
  table?: Table;
}

/** How the columns of a table are mapped. */
export interface Table {
  /** Label of the field for pasted rows, if rows can be pasted. */
  paste?: string;
  /** The fields of a column, in the order of the list. */
  fields: Partial<Record<ImportField, string>>;
  /** What the chosen fields mean, under the columns. */
  note?: (has: (field: ImportField) => boolean) => string;
  /** What applies to all rows, after the columns. */
  Rest: ComponentType<RestProps>;
  /** The values of Rest as the call takes them. */
  restOf: (values: Values) => Omit<ImportMapping, "fields">;
}

export interface RestProps {
  mapping: ImportMapping | null;
  has: (field: ImportField) => boolean;
  /** What the first rows have in the columns of a field. */
  cells: (field: ImportField) => string[];
  errors: Errors;
}

/** Polling interval while an import is in progress, in milliseconds. */
export const pollMs = 1000;

/** Imports of one kind, newest first. The server tracks progress, so a reload loses nothing. */
export function useImports({ what }: Importable, enabled = true) {
  const query = useQuery({
    enabled,
    queryKey: [path, what],
    queryFn: async () => (await read(path + search({ what }))).json() as Promise<Import[]>,
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? pollMs : false),
  });
  const newest = query.data?.[0];
  const state = newest?.state;
  const before = useRef(state);
  useEffect(() => {
    if (before.current && before.current !== state && state === "done") void queries.invalidateQueries(); // lists show the imported records
    before.current = state;
  }, [state]);
  return { ...query, newest };
}

/** Whether the server is working on it. */
export const isMoving = ({ state }: Import) => state === "checking" || state === "importing";

/** Whether it isn't finished. */
export const isOpen = (one: Import) => isMoving(one) || one.state === "mapping" || one.state === "checked";

export const stateOf: Record<Import["state"], string> = {
  mapping: "is waiting for you to match its columns",
  checking: "is being checked",
  checked: "is waiting for your decision",
  importing: "is being imported",
  done: "was imported",
  failed: "failed",
  discarded: "was discarded",
};

export const outcomes: Record<ImportLine["outcome"], string> = {
  refused: "Errors",
  changed: "Changed",
  left: "Already here",
  leftOut: "Skipped",
};

/** The counts in words, without zeros. */
export function summary(counts: Import["counts"], { same }: Importable): string {
  const words: [keyof Import["counts"], string][] = [
    ["new", "new"],
    ["changed", "changed"],
    ["same", same],
    ["left", "already here"],
    ["refused", "with errors"],
    ["leftOut", "skipped"],
  ];
  const named = words.filter(([outcome]) => counts[outcome] > 0);
  if (named.length === 0) return "nothing";
  return named.map(([outcome, word]) => `${counts[outcome].toLocaleString("en-US")} ${word}`).join(", ");
}
