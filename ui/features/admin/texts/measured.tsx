import { useEffect, useState } from "react";
import type { MeasuredText } from "../../../shared/api.gen.ts";
import { browserApi } from "../../../shared/api.ts";
import { textKind } from "../kinds/text.ts";

/** How long typing pauses before a text is measured, in milliseconds. */
const pauseMs = 200;

/** A text as it goes out, and what the carrier charges for it. */
export function Measured({ body }: { body: string }) {
  const [measured, setMeasured] = useState<MeasuredText | null>(null);
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(async () => {
      const answer = await browserApi
        .send<MeasuredText>("POST", `${textKind.path}/measure`, { body })
        .catch(() => null);
      if (wanted) setMeasured(answer);
    }, pauseMs);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [body]);
  if (!measured) return <p role="status">…</p>;
  const { text, encoding, units, segments, unusual } = measured;
  return (
    <>
      <p className="max-w-96 py-3 px-4 rounded-large bg-surface border border-line whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
      <p role="status" className="field-hint">
        {segments === 1 ? "1 segment" : `${segments} segments`}, {units} {encoding === "GSM-7" ? "characters" : "units"}{" "}
        in {encoding}.
        {unusual &&
          ` Without ${[...unusual].join(" ")} it would be GSM-7, which fits more than twice as many characters.`}
      </p>
    </>
  );
}
