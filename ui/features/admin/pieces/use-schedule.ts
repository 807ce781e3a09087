import { useEffect } from "react";
import { read } from "../calls.ts";
import type { Kind } from "../kind.ts";
import type { RecordForm } from "../use-record-form.ts";
import type { Piece } from "./piece.ts";

/** How often one looks whether a piece that is due is out. */
const lookMs = 5000;

/** Notices that the clock has published the piece that is open; what is typed stays. */
export function useSchedule<T extends Piece>({ from, follow }: RecordForm<T>, { path }: Kind<T>): void {
  const id = from?.id;
  const due = from?.status === "scheduled" && from.publishAt ? Date.parse(from.publishAt) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `follow` takes the form as it is by then
  useEffect(() => {
    if (due === null) return;
    const look = async () => {
      if (Date.now() < due) return;
      try {
        const now: T = await (await read(`${path}/${id}`)).json();
        if (now.status === "published") follow(now);
      } catch {
        // there is a next time
      }
    };
    const timer = setInterval(look, lookMs);
    return () => clearInterval(timer);
  }, [path, id, due]);
}
