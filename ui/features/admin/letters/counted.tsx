import { useEffect, useState } from "react";
import type { Audience, AudienceCount } from "../../../shared/api.gen.ts";
import { browserApi } from "../../../shared/api.ts";
import { letterKind } from "../kinds/letter.ts";

/** How long typing pauses before an audience is counted, in milliseconds. */
const pauseMs = 300;

/** How many get a letter to an audience now; null while that is not known. */
export function useCounted(audience: Audience): AudienceCount | null {
  const [counted, setCounted] = useState<AudienceCount | null>(null);
  const asked = JSON.stringify({ audience });
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(async () => {
      const answer = await browserApi
        .send<AudienceCount>("POST", `${letterKind.path}/audience`, JSON.parse(asked))
        .catch(() => null);
      if (wanted) setCounted(answer);
    }, pauseMs);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [asked]);
  return counted;
}

/** Says how many get a letter. */
export function Counted({ counted }: { counted: AudienceCount | null }) {
  return (
    <div role="status">
      <p className="font-display text-subheading">{counted === null ? "…" : `${people(counted.count)} it`}</p>
      {counted !== null && counted.unknown > 0 && (
        <p className="field-hint">
          We can’t tell yet for {counted.unknown.toLocaleString("en-US")} more: they’ve been getting campaigns for less
          than 90 days.
        </p>
      )}
    </div>
  );
}

const people = (n: number) => `${n.toLocaleString("en-US")} ${n === 1 ? "person gets" : "people get"}`;
