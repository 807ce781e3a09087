import type { MeasuredText } from "../../../shared/api.gen.ts";
import { textKind } from "../kinds/text.ts";
import { useAnswer } from "../use-answer.ts";

/** A text as it is sent, and what the carrier charges for it. */
export function Measured({ body }: { body: string }) {
  const measured = useAnswer<MeasuredText>(`${textKind.path}/measure`, { body });
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
