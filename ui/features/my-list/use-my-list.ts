import { useMemo, useSyncExternalStore } from "react";
import { dayIn } from "../../shared/format.ts";
import { type Checklist, isOfChecklist, readChecklists } from "../../shared/my-list/checklists.ts";
import { type Deadline, deadlinesKey, readDeadlines } from "../../shared/my-list/deadlines.ts";
import { type BegunGuide, isOfGuide, readGuides } from "../../shared/my-list/guides.ts";
import { keep, useKept } from "../../shared/my-list/kept.ts";
import { readSavings, type Saving, savingsKey } from "../../shared/my-list/savings.ts";
import { useSite } from "../../shared/site.ts";

/** What this browser stores for the reader. */
export interface MyList {
  deadlines: Deadline[];
  guides: BegunGuide[];
  checklists: Checklist[];
  savings: Saving[];
}

/** The current list; null before hydration. */
export function useMyList(): MyList | null {
  const kept = useKept(snapshot);
  return useMemo(() => (kept === null ? null : listOf(new Map(JSON.parse(kept)))), [kept]);
}

function listOf(stored: Map<string, string>): MyList {
  return {
    deadlines: readDeadlines(stored.get(deadlinesKey) ?? null),
    guides: readGuides(stored),
    checklists: readChecklists(stored),
    savings: readSavings(stored.get(savingsKey) ?? null),
  };
}

/** Deletes all of it. */
export function clearMyList(): void {
  for (const key of ourKeys()) keep(key, null);
}

function ourKeys(): string[] {
  const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? "");
  return keys
    .filter((key) => key === deadlinesKey || key === savingsKey || isOfGuide(key) || isOfChecklist(key))
    .sort();
}

function snapshot(): string {
  return JSON.stringify(ourKeys().map((key) => [key, localStorage.getItem(key)]));
}

const minuteMs = 60_000;

/** Today's date in the site's time zone, updated at midnight; empty before hydration. */
export function useToday(): string {
  const { timezone } = useSite();
  return useSyncExternalStore(
    (listener) => {
      const timer = setInterval(listener, minuteMs);
      return () => clearInterval(timer);
    },
    () => dayIn(timezone),
    () => "",
  );
}
