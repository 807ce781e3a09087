import { useEffect, useRef } from "react";
import type { Robot } from "../api.gen.ts";
import type { Values } from "./use-form.ts";

/**
 * A field that only robots see and fill in: browsers and password managers fill in nothing that is not laid out, and the
 * attributes ask the latter to pass it by.
 */
export function Honeypot() {
  return (
    <div hidden>
      <label>
        Leave this empty
        <input
          name="remarks"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-bwignore
          data-lpignore="true"
          data-form-type="other"
        />
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
  return async ({ remarks }) => {
    const filledFor = () => Math.round(performance.now() - (since.current ?? 0));
    if (filledFor() < leastFillMs) await new Promise((done) => setTimeout(done, leastFillMs - filledFor() + 1));
    return { website: remarks, fillMs: filledFor() };
  };
}
