import { useEffect } from "react";
import { read } from "../calls.ts";
import type { Kind } from "../kind.ts";
import type { RecordForm } from "../use-record-form.ts";
import type { Piece } from "./piece.ts";

/** Polling interval for a scheduled piece's publication, in milliseconds. */
const pollMs = 5000;

/** Notices that the open piece was published on schedule; unsaved changes stay. */
export function useSchedule<T extends Piece>({ from, follow }: RecordForm<T>, { path }: Kind<T>): void {
  const id = from?.id;
  const due = from?.status === "scheduled" && from.publishAt ? Date.parse(from.publishAt) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `follow` uses the form's latest state
  useEffect(() => {
    if (due === null) return;
    const look = async () => {
      if (Date.now() < due) return;
      try {
        const now: T = await (await read(`${path}/${id}`)).json();
        if (now.status === "published") follow(now);
      } catch {
        // retried at the next interval
      }
    };
    const timer = setInterval(look, pollMs);
    return () => clearInterval(timer);
  }, [path, id, due]);
}
