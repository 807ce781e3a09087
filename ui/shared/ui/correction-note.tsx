import type { Correction } from "../api.gen.ts";
import { curly } from "../curly.ts";
import { LongDate } from "./time.tsx";

/** A note about a corrected mistake. It is hidden if there is none. */
export function CorrectionNote({ correction }: { correction: Correction | null }) {
  if (!correction) return null;
  return (
    <p className="mt-8 max-w-[42rem] border-l-4 border-gold bg-sunken px-4 py-3 text-small">
      <strong>
        Correction, <LongDate iso={correction.at} />:
      </strong>{" "}
      {curly(correction.text)}
    </p>
  );
}
