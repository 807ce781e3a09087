import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { search } from "../../../paths.ts";
import type { Import, ImportLine } from "../../../shared/api.gen.ts";
import { queries, read } from "../calls.ts";

export const path = "/api/admin/imports";

/** What is imported, and in which words. */
export interface Importable {
  what: Import["what"];
  /** Of the field for the file, with what the file may be. */
  label: string;
  hint: string;
  accept: string;
  /** The most that the server takes, in bytes, and what is said of more. */
  mostBytes: number;
  tooLarge: string;
  /** One entry and many, as the report names them. */
  entry: string;
  entries: string;
  /** Those that are here as the file says. */
  same: string;
  /** What the button says that imports so many. */
  start: (count: number) => string;
}

/** How often the state is read while something is under way, in milliseconds. */
export const lookAgain = 1000;

/** The imports of something, the newest first. What is under way is known by the server, so a reload changes nothing. */
export function useImports({ what }: Importable) {
  const query = useQuery({
    queryKey: [path, what],
    queryFn: async () => (await read(path + search({ what }))).json() as Promise<Import[]>,
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? lookAgain : false),
  });
  const newest = query.data?.[0];
  const state = newest?.state;
  const before = useRef(state);
  useEffect(() => {
    if (before.current && before.current !== state && state === "done") void queries.invalidateQueries(); // lists show it
    before.current = state;
  }, [state]);
  return { ...query, newest };
}

/** Whether the server is at work on it. */
export const isMoving = ({ state }: Import) => state === "checking" || state === "importing";

/** Whether something is still to become of it. */
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

/** The counts in words; what there is none of is not named. */
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
