import { useEffect, useRef } from "react";
import type { Robot } from "../api.gen.ts";
import type { Values } from "./use-form.ts";

/** A field that only robots see and fill in. */
export function Honeypot() {
  return (
    <div className="sr-only" aria-hidden="true">
      <label>
        Leave this empty
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

/** The server refuses what was sent faster (server/platform/form). */
const leastFillMs = 1500;

/**
 * Measures how long the form was shown before it was sent. A person whose browser filled it in may be too fast for the
 * server, so it waits for the rest of the time.
 */
export function useRobot(): (values: Values) => Promise<Robot> {
  const since = useRef<number>(null);
  useEffect(() => {
    since.current ??= performance.now();
  }, []);
  return async ({ website }) => {
    const filledFor = () => Math.round(performance.now() - (since.current ?? 0));
    if (filledFor() < leastFillMs) await new Promise((done) => setTimeout(done, leastFillMs - filledFor() + 1));
    return { website, fillMs: filledFor() };
  };
}
