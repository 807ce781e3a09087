import { useSyncExternalStore } from "react";
import { longDate, relativeTime } from "../format.ts";
import { useSite } from "../site.ts";

/** A date in words, the same for everybody. */
export function LongDate({ iso }: { iso: string }) {
  const { timezone } = useSite();
  return <time dateTime={iso}>{longDate(iso, timezone)}</time>;
}

/** How long ago something was. The shared HTML can only hold the date; the browser counts from its own clock. */
export function RelativeTime({ iso }: { iso: string }) {
  const { timezone } = useSite();
  const mounted = useMounted();
  return <time dateTime={iso}>{mounted ? relativeTime(iso, new Date(), timezone) : longDate(iso, timezone)}</time>;
}

/** False on the server and while taking over its HTML, true from then on. */
export function useMounted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const never = () => () => {};
