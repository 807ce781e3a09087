import { useEffect } from "react";
import { read } from "./calls.ts";

/** Polling interval, in milliseconds. */
const pollMs = 2000;

/** Once a record's time has come, reads it again and again, and calls onDue with it; null waits for nothing. */
export function useDue<T>(path: string, due: number | null, onDue: (now: T) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: onDue is new in each render
  useEffect(() => {
    if (due === null) return;
    let wanted = true;
    const timer = setInterval(async () => {
      if (Date.now() < due) return;
      const answer = read(path).then((response) => response.json());
      const now: T | null = await answer.catch(() => null); // the next one tries again
      if (wanted && now) onDue(now);
    }, pollMs);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [path, due]);
}
