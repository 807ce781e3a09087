import { useSyncExternalStore } from "react";
import { longDate, relativeTime } from "../format.ts";
import { useSite } from "../site.ts";

/** A long date in the site's timezone. */
export function LongDate({ iso }: { iso: string }) {
  const { timezone } = useSite();
  return <time dateTime={iso}>{longDate(iso, timezone)}</time>;
}

/** In the foot of a card, when somebody last checked the facts; nothing if nobody did. */
export function Reviewed({ iso }: { iso: string | null }) {
  if (!iso) return null;
  return (
    <>
      {" · Reviewed "}
      <LongDate iso={iso} />
    </>
  );
}

/** How long ago something was. The shared HTML holds the date; the browser replaces it after hydration. */
export function RelativeTime({ iso }: { iso: string }) {
  const { timezone } = useSite();
  const mounted = useMounted();
  return <time dateTime={iso}>{mounted ? relativeTime(iso, new Date(), timezone) : longDate(iso, timezone)}</time>;
}

/** Reports whether the component is hydrated: false on the server and in the first render. */
export function useMounted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const never = () => () => {};
