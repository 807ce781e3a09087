import { type FormEvent, useState } from "react";
import { search } from "../../../paths.ts";
import type { Import } from "../../../shared/api.gen.ts";
import { ApiError } from "../../../shared/api.ts";
import { LongField } from "../../../shared/form/fields.tsx";
import { Button } from "../../../shared/ui/button.tsx";
import { failed, write } from "../calls.ts";
import { type Importable, path } from "./import.ts";

/** Uploads a file to be checked. */
export function Upload({ of: { what, label, hint, accept, mostBytes, tooLarge, table } }: { of: Importable }) {
  const [file, setFile] = useState<File | null>(null);
  const [pasted, setPasted] = useState("");
  const [busy, setBusy] = useState(false);
  const ready = file !== null || pasted.trim() !== "";
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready || busy) return;
    setBusy(true);
    try {
      const sent = file ?? new File([pasted], "Pasted rows");
      if (sent.size > mostBytes) throw new ApiError(413, tooLarge);
      await write<Import>("POST", path + search({ what, name: sent.name }), sent);
    } catch (error) {
      failed(error, "We couldn’t upload the file. Try again.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="form" noValidate onSubmit={submit}>
      <div className="field">
        <label htmlFor="upload">{label}</label>
        <input
          id="upload"
          type="file"
          accept={accept}
          aria-describedby="upload-hint"
          onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
        />
        <span id="upload-hint" className="field-hint">
          {hint}
        </span>
      </div>
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
