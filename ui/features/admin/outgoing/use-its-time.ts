import { useEffect } from "react";
import { read } from "../calls.ts";
import type { Outgoing } from "./outgoing.ts";

/** How often one looks whether it is on its way, in milliseconds. */
const lookMs = 2000;

/** The longest that a timer waits. */
const longestMs = 2 ** 31 - 1;

/**
 * Waits for the time of a letter or a text that is scheduled, and calls onTurned with what it is once that has come.
 * While something is typed it waits, for that would be lost.
 */
export function useItsTime<T extends Outgoing>(
  path: string,
  item: T | null,
  unsaved: boolean,
  onTurned: (now: T) => void,
) {
  const due = item?.status === "scheduled" && item.scheduledAt ? Date.parse(item.scheduledAt) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: onTurned is new with each render
  useEffect(() => {
    if (due === null || unsaved) return;
    let timer = 0;
    const wait = () => {
      timer = window.setTimeout(look, Math.min(Math.max(due - Date.now(), lookMs), longestMs));
    };
    const look = async () => {
      if (Date.now() < due) return wait();
      const now: T | null = await read(path).then(
        (answer) => answer.json(),
        () => null, // one looks again
      );
      if (timer === 0) return;
      if (now && now.status !== "scheduled") onTurned(now);
      else wait();
    };
    wait();
    return () => {
      clearTimeout(timer);
      timer = 0;
    };
  }, [path, due, unsaved]);
}
