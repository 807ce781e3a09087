import { useState } from "react";
import type { Deal, LinkHealth } from "../../shared/api.gen.ts";
import { Button } from "../../shared/ui/button.tsx";
import { showToast } from "../../shared/ui/show-toast.ts";
import { RelativeTime } from "../../shared/ui/time.tsx";
import { failed, write } from "./calls.ts";
import { noteLook } from "./parts/texts.tsx";

interface LinkNoteProps {
  health: LinkHealth;
  /** Path of the offer's API. */
  path: string;
}

/** The result of the last check of an offer's link, and the button to accept a new destination. */
export function LinkNote({ health: before, path }: LinkNoteProps) {
  const [accepted, setAccepted] = useState<LinkHealth | null>(null);
  const [busy, setBusy] = useState(false);
  const { state, problem, destination, failures, checkedAt } = accepted ?? before;
  const accept = async () => {
    setBusy(true);
    try {
      setAccepted((await write<Deal>("POST", `${path}/accept-destination`, { destination })).linkHealth);
      void showToast({ title: "Destination accepted" });
    } catch (error) {
      failed(error, "We couldn’t accept the destination. Try again.");
    } finally {
      setBusy(false);
    }
  };
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
