import { type FormEvent, useState } from "react";
import type { Import } from "../../../shared/api.gen.ts";
import { ApiError } from "../../../shared/api.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { failed, write } from "../calls.ts";
import { path } from "./import.ts";

/** The most that the server takes, in bytes. */
const mostBytes = 512 * 1024 * 1024;

/** Sends a file to be checked. */
export function Upload() {
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!file || busy) return;
    setBusy(true);
    try {
      if (file.size > mostBytes)
        throw new ApiError(413, "This file is larger than 512 MB. Please bring it in by bin/server import.");
      await write<Import>("POST", `${path}?name=${encodeURIComponent(file.name)}`, file);
    } catch (error) {
      failed(error, "The file could not be uploaded.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="form" noValidate onSubmit={submit}>
      <label className="field">
        <span className="field-label">File</span>
        <input
          type="file"
          accept=".zip,.json,.xml"
          aria-describedby="upload-hint"
          onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
        />
        <span id="upload-hint" className="field-hint">
          A zip from Export, or what Ghost (JSON) or WordPress (XML) exported, up to 512 MB. It is checked first;
          nothing comes in before you say so.
        </span>
      </label>
      <p className="form-act">
        <Button type="submit" disabled={!file || busy}>
          {busy ? "Uploading…" : "Upload and check"}
        </Button>
      </p>
    </form>
  );
}
