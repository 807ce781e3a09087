import { useState } from "react";
import type { Import } from "../../../shared/api.gen.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { useAttempt, write } from "../calls.ts";
import { type Importable, isMoving, path, stateOf, summary } from "./import.ts";
import { Mapping } from "./mapping.tsx";
import { Progress } from "./progress.tsx";
import { Report } from "./report.tsx";

interface CurrentProps {
  of: Import;
  as: Importable;
}

/** The current import, or the last one. */
export function Current({ of, as }: CurrentProps) {
  const { id, name, state, counts, reason } = of;
  const { busy, attempt } = useAttempt();
  const [remapping, setRemapping] = useState(false);
  const act = (method: "POST" | "DELETE", to: string, body?: unknown) =>
    attempt(() => write<Import>(method, to, body), "We couldn’t reach the site. Try again.");
  const start = (partial: boolean) => act("POST", `${path}/${id}/start`, { partial });
  const discard = () => act("DELETE", `${path}/${id}`);
  const comes = counts.new + counts.changed;
  return (
    <>
      <p role="status">
        <strong>{name}</strong> {stateOf[state]}
        {(state === "checked" || state === "done") && `: ${summary(counts, as)}.`}
        {state === "failed" && `. ${reason}`}
        {isMoving(of) && "…"}
      </p>
      {isMoving(of) && <Progress done={of.done} total={of.total} entries={as.entries} />}
      {state === "checking" && (
        <p className="form-act">
          <Button look="quiet" disabled={busy} onClick={discard}>
            Cancel
          </Button>
        </p>
      )}
      {(state === "mapping" || remapping) && as.table && (
        <Mapping
          of={of}
          table={as.table}
          more={
            <Button look="quiet" disabled={busy} onClick={remapping ? () => setRemapping(false) : discard}>
              {remapping ? "Back" : "Cancel import"}
            </Button>
          }
          onSent={() => setRemapping(false)}
        />
      )}
      {state === "checked" && !remapping && (
        <p className="form-act">
          {counts.refused === 0 ? (
            <Button disabled={busy || comes === 0} onClick={() => start(false)}>
              {as.start(comes)}
            </Button>
          ) : (
            <Button disabled={busy || comes === 0} onClick={() => start(true)}>
              Import the rest
            </Button>
          )}
          {of.mapping && (
            <Button look="quiet" disabled={busy} onClick={() => setRemapping(true)}>
              Change columns
            </Button>
          )}
          <Button look="quiet" disabled={busy} onClick={discard}>
            Cancel import
          </Button>
        </p>
      )}
      {(state === "checked" || state === "done") && !remapping && <Report key={state} of={of} as={as} />}
    </>
  );
}
