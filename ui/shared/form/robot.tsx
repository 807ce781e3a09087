import { useEffect, useRef } from "react";
import type { Robot } from "../api.gen.ts";
import type { Values } from "./use-form.ts";

/** A field that people neither see nor reach; robots fill it in. */
export function Honeypot() {
  return (
    <div className="honeypot" aria-hidden="true">
      <label>
        Leave this empty
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

/** The server takes nothing that was sent faster (server/platform/form). */
const leastFillMs = 1500;

/**
 * Tells the server how long the form was there before it was sent. Somebody whose browser filled it in for them can be
 * too quick: the rest of the moment is waited for rather than the person sent away.
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
