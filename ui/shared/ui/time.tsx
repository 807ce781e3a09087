import { useState, useSyncExternalStore } from "react";
import { longDate, machineTime, relativeTime } from "../format.ts";
import { useSite } from "../site.ts";

/** A long date in the site's time zone. */
export function LongDate({ iso }: { iso: string }) {
  return <Time key={iso} iso={iso} />;
}

/**
 * During hydration, keeps the date from the HTML. The first use of a browser's date formatting takes a slow phone about
 * 80 ms.
 */
function Time({ iso }: { iso: string }) {
  const { timezone } = useSite();
  const mounted = useMounted();
  const [sent] = useState(inBrowser && !mounted);
  const text = sent ? "" : longDate(iso, timezone);
  return <time dateTime={machineTime(iso)} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}

/** In a card's footer, when the facts were last reviewed. It is hidden if they never were. */
export function Reviewed({ iso }: { iso: string | null }) {
  if (!iso) return null;
  return (
    <>
      {" · Reviewed "}
      <LongDate iso={iso} />
    </>
  );
}

/** How long ago something was. The shared HTML has the date; the browser replaces it after hydration. */
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
