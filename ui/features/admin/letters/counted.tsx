import { useEffect, useState } from "react";
import type { Audience } from "../../../shared/api.gen.ts";
import { browserApi } from "../../../shared/api.ts";
import { letterKind } from "../kinds/letter.ts";

/** How long typing pauses before an audience is counted, in milliseconds. */
const pauseMs = 300;

/** How many get a letter to an audience now. */
export function Counted({ audience }: { audience: Audience }) {
  const [people, setPeople] = useState<number | null>(null);
  const asked = JSON.stringify({ audience });
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(async () => {
      const answer = await browserApi
        .send<{ count: number }>("POST", `${letterKind.path}/audience`, JSON.parse(asked))
        .catch(() => null);
      if (wanted) setPeople(answer?.count ?? null);
    }, pauseMs);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [asked]);
  return (
    <p role="status" className="letter-count">
      {people === null ? "…" : `${people.toLocaleString("en-US")} ${people === 1 ? "person gets" : "people get"} it`}
    </p>
  );
}
