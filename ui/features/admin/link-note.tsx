import { useState } from "react";
import type { Deal, LinkHealth } from "../../shared/api.gen.ts";
import { Button } from "../../shared/ui/button.tsx";
import { RelativeTime } from "../../shared/ui/time.tsx";
import { useAttempt, write } from "./calls.ts";
import { noteLook } from "./parts/texts.tsx";

interface LinkNoteProps {
  health: LinkHealth;
  /** Path of the offer's API. */
  path: string;
}

/** The result of the last check of an offer's link, and the button to accept a new destination. */
export function LinkNote({ health: before, path }: LinkNoteProps) {
  const [accepted, setAccepted] = useState<LinkHealth | null>(null);
  const { busy, attempt } = useAttempt();
  const { state, problem, destination, failures, checkedAt } = accepted ?? before;
  const accept = () =>
    attempt(
      async () => setAccepted((await write<Deal>("POST", `${path}/accept-destination`, { destination })).linkHealth),
      "We couldn’t accept the destination. Try again.",
      { title: "Destination accepted" },
    );
  if (state === "unchecked" || !checkedAt) return null;
  return (
    <div className={failures > 0 ? noteLook : "text-muted"} role="status">
      <p>
        {problem || `The link leads to ${destination}.`} Checked <RelativeTime iso={checkedAt} />
        {failures > 1 && `; failed ${failures} times in a row`}.
      </p>
      {state === "moved" && (
        <p className="mt-2">
          <Button look="quiet" disabled={busy} onClick={accept}>
            Accept the new destination
          </Button>
        </p>
      )}
    </div>
  );
}
