import { useEffect, useRef } from "react";
import type { Robot } from "../api.gen.ts";
import type { Values } from "./use-form.ts";

/**
 * A field that only robots fill in. Browsers and password managers don't fill in fields without a layout, and the
 * attributes tell the latter to ignore it.
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

/** The server rejects forms sent faster (server/platform/form). */
const leastFillMs = 1500;

/**
 * Measures how long the form was shown before it was submitted. A person whose browser filled it in may be too fast for
 * the server, so it waits for the remaining time.
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
