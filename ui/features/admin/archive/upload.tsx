import { type FormEvent, useState } from "react";
import { search } from "../../../paths.ts";
import type { Import } from "../../../shared/api.gen.ts";
import { ApiError } from "../../../shared/api.ts";
import { Field, LongField } from "../../../shared/form/fields.tsx";
import { Button } from "../../../shared/ui/button.tsx";
import { useAttempt, write } from "../calls.ts";
import { type Importable, path } from "./import.ts";

/** Uploads a file to be checked. */
export function Upload({ of: { what, label, hint, accept, mostBytes, tooLarge, table } }: { of: Importable }) {
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
