import { useState } from "react";
import type { Import } from "../../../shared/api.gen.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { failed, write } from "../calls.ts";
import { isMoving, path, stateOf, summary } from "./import.ts";
import { Report } from "./report.tsx";

/** The import that is under way, or was last. */
export function Current({ of }: { of: Import }) {
  const { id, name, state, counts, reason } = of;
  const [busy, setBusy] = useState(false);
  const act = async (method: "POST" | "DELETE", to: string, body?: unknown) => {
    setBusy(true);
    try {
      await write<Import>(method, to, body);
    } catch (error) {
      failed(error, "The site could not be reached.");
    } finally {
      setBusy(false);
    }
  };
  const start = (partial: boolean) => act("POST", `${path}/${id}/start`, { partial });
  const discard = () => act("DELETE", `${path}/${id}`);
  const comes = counts.new + counts.changed;
  return (
    <>
      <p role="status">
        <strong>{name}</strong> {stateOf[state]}
        {state === "checked" && `: ${summary(counts)}.`}
        {state === "done" && `: ${summary(counts)}.`}
        {state === "failed" && `. ${reason}`}
        {isMoving(of) && "…"}
      </p>
      {isMoving(of) && <Progress of={of} />}
      {state === "checking" && (
        <p className="form-act">
          <Button look="quiet" disabled={busy} onClick={discard}>
            Cancel
          </Button>
        </p>
      )}
      {state === "checked" && (
        <p className="form-act">
          {counts.refused === 0 ? (
            <Button disabled={busy || comes === 0} onClick={() => start(false)}>
              Bring it in
            </Button>
          ) : (
            <Button disabled={busy || comes === 0} onClick={() => start(true)}>
              Bring in the rest
            </Button>
          )}
          <Button look="quiet" disabled={busy} onClick={discard}>
            Bring in nothing
          </Button>
        </p>
      )}
      {(state === "checked" || state === "done") && <Report key={state} of={of} />}
    </>
  );
}

function Progress({ of: { done, total } }: { of: Import }) {
  const value = total > 0 ? { value: done, max: total } : {};
  return (
    <p className="grid gap-1 [&>progress]:w-full [&>progress]:h-3 [&>progress]:[accent-color:var(--brand)]">
      <progress aria-label="How far it is" {...value} />
      <span className="field-hint">
        {total > 0 ? `${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} entries` : "Waiting…"}
      </span>
    </p>
  );
}
