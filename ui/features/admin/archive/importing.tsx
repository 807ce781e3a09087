import { type FormEvent, useState } from "react";
import { search } from "../../../paths.ts";
import type { Import } from "../../../shared/api.gen.ts";
import { ApiError } from "../../../shared/api.ts";
import { Field, LongField } from "../../../shared/form/fields.tsx";
import { Button } from "../../../shared/ui/button.tsx";
import { useAttempt, write } from "../calls.ts";
import { Problem, Rows } from "../states.tsx";
import { type Importable, isMoving, isOpen, path, stateOf, summary, type useImports } from "./import.ts";
import { Mapping } from "./mapping.tsx";
import { Progress } from "./progress.tsx";
import { Report } from "./report.tsx";

interface ImportingProps {
  of: Importable;
  imports: ReturnType<typeof useImports>;
}

/** The current or last import, and the form for another. */
export function Importing({ of, imports: { data, newest, error, refetch } }: ImportingProps) {
  if (!data) return error ? <Problem error={error} onRetry={() => void refetch()} /> : <Rows />;
  return (
    <>
      {!(newest && isOpen(newest)) && <Upload of={of} />}
      {newest && <Current key={newest.id} of={newest} as={of} />}
    </>
  );
}

interface CurrentProps {
  of: Import;
  as: Importable;
}

/** The current import, or the last one. */
function Current({ of, as }: CurrentProps) {
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

/** Uploads a file to be checked. */
function Upload({ of: { what, label, hint, accept, mostBytes, tooLarge, table } }: { of: Importable }) {
  const [file, setFile] = useState<File | null>(null);
  const [pasted, setPasted] = useState("");
  const { busy, attempt } = useAttempt();
  const ready = file !== null || pasted.trim() !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    const sent = file ?? new File([pasted], "Pasted rows");
    void attempt(async () => {
      if (sent.size > mostBytes) throw new ApiError(413, tooLarge);
      await write<Import>("POST", path + search({ what, name: sent.name }), sent);
    }, "We couldn’t upload the file. Try again.");
  };
  return (
    <form className="form" noValidate onSubmit={submit}>
      <Field
        label={label}
        hint={hint}
        type="file"
        accept={accept}
        onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
      />
      {table?.paste && (
        <LongField
          label={table.paste}
          rows={4}
          wrap="off"
          spellCheck={false}
          disabled={file !== null}
          value={pasted}
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
      )}
      <p className="form-act">
        <Button type="submit" disabled={!ready || busy}>
          {busy ? "Uploading…" : "Upload and check"}
        </Button>
      </p>
    </form>
  );
}
