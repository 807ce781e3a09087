import { useEffect } from "react";
import { read } from "../calls.ts";
import type { Campaign } from "./campaign.ts";

/** Polling interval while waiting for sending to start, in milliseconds. */
const pollMs = 2000;

/** The longest delay of a timer. */
const maxDelayMs = 2 ** 31 - 1;

/**
 * Waits for the scheduled time of a campaign, then calls onTurned with the record. It waits for unsaved
 * changes, which would be lost.
 */
export function useItsTime<T extends Campaign>(
  path: string,
  item: T | null,
  unsaved: boolean,
  onTurned: (now: T) => void,
) {
  const due = item?.status === "scheduled" && item.scheduledAt ? Date.parse(item.scheduledAt) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: onTurned is new in each render
  useEffect(() => {
    if (due === null || unsaved) return;
    let timer = 0;
    const wait = () => {
      timer = window.setTimeout(look, Math.min(Math.max(due - Date.now(), pollMs), maxDelayMs));
    };
    const look = async () => {
      if (Date.now() < due) return wait();
      const now: T | null = await read(path).then(
        (answer) => answer.json(),
        () => null, // tries again
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
