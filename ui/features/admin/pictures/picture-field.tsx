import { useState } from "react";
import { Labeled } from "../../../shared/form/fields.tsx";
import { thumbnail } from "../../../shared/picture.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { LibraryDialog } from "./library-dialog.tsx";
import { DropZone, UploadButton, useUpload } from "./upload.tsx";

interface PictureFieldProps {
  label: string;
  name?: string;
  hint?: string;
  error?: string;
  /** Path of the picture; empty for none. */
  value: string;
  /** Also called with the library’s alt text. */
  onChange: (path: string, alt: string) => void;
}

/** A record's picture: uploaded, dropped, pasted, chosen from the library, or entered as a path. */
export function PictureField({ label, name, hint, error, value, onChange }: PictureFieldProps) {
  const { progress, upload } = useUpload();
  const [choosing, setChoosing] = useState(false);
  const busy = progress !== null;
  const take = async (files: File[]) => {
    const [made] = await upload(files.slice(0, 1));
    if (made) onChange(made.url, made.alt);
  };
  return (
    <Labeled {...{ label, hint, error }} className="picture-field">
      {(ties) => (
        <>
          <DropZone
            className="grid gap-2.5 rounded-small border border-dashed border-muted bg-sunken p-3 data-over:border-(--focus) data-over:bg-surface [&>input]:min-h-9 [&>input]:w-full [&>input]:min-w-0 [&>input]:rounded-small [&>input]:border [&>input]:border-line [&>input]:bg-surface [&>input]:px-2.5 [&>input]:py-1 [&>input]:text-small [&>input]:text-muted [&>input]:aria-invalid:border-danger"
            disabled={busy}
            onFiles={take}
          >
            {isPath(value) ? (
              <img key={value} src={thumbnail(value)} alt="" className="w-full max-h-64 object-contain rounded-[2px]" />
            ) : (
              <p className="py-6 text-muted text-small text-center">
                {busy ? progress : "Drop or paste a picture here"}
              </p>
            )}
            <div className="flex flex-wrap gap-2 [&>.button]:flex-[1_1_auto] [&>.button]:min-h-10 [&>.button]:py-1.5 [&>.button]:px-3 [&>.button]:text-small">
              <UploadButton
                label={progress ?? (value ? "Replace" : "Upload")}
                look="quiet"
                busy={busy}
                onFiles={take}
              />
              <Button look="quiet" disabled={busy} onClick={() => setChoosing(true)}>
                Library
              </Button>
              {value && (
                <Button look="quiet" aria-label={`Clear ${label}`} disabled={busy} onClick={() => onChange("", "")}>
                  Clear
                </Button>
              )}
            </div>
            <input
              {...ties}
              name={name}
              value={value}
              autoComplete="off"
              spellCheck={false}
              placeholder="/pictures/… or /images/…"
              onChange={(event) => onChange(event.currentTarget.value, "")}
            />
          </DropZone>
          {choosing && (
            <LibraryDialog
              onClose={() => setChoosing(false)}
              onChoose={(picture) => {
                setChoosing(false);
                onChange(picture.url, picture.alt);
              }}
            />
          )}
        </>
      )}
    </Labeled>
  );
}

/** Whether the value is a complete path that can be shown. */
function isPath(value: string): boolean {
  return /^\/(images|pictures)\/.+\.\w+$/.test(value);
}
