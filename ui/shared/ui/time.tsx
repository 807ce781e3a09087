import { useState, useSyncExternalStore } from "react";
import { longDate, machineTime, relativeTime } from "../format.ts";
import { useSite } from "../site.ts";

/** A long date in the site's timezone. */
export function LongDate({ iso }: { iso: string }) {
  return <Time key={iso} iso={iso} />;
}

/**
 * A page that hydrates keeps the date that it was sent: a browser's first use of its date formats takes a slow phone
 * some 80 ms.
 */
function Time({ iso }: { iso: string }) {
  const { timezone } = useSite();
  const mounted = useMounted();
  const [sent] = useState(inBrowser && !mounted);
  const text = sent ? "" : longDate(iso, timezone);
  return <time dateTime={machineTime(iso)} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
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
  const text = useMounted() && relativeTime(iso, new Date());
  return text ? <time dateTime={machineTime(iso)}>{text}</time> : <LongDate iso={iso} />;
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
const inBrowser = typeof document !== "undefined";
