import { useRef } from "react";
import { Button } from "../../../shared/ui/button.tsx";
import { accepted } from "./upload.ts";

interface UploadButtonProps {
  label: string;
  busy: boolean;
  look?: "main" | "quiet";
  multiple?: boolean;
  onFiles: (files: File[]) => void;
}

/** Opens the file chooser. */
export function UploadButton({ label, busy, look = "main", multiple = false, onFiles }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={look} disabled={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted}
        multiple={multiple}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = ""; // allows choosing the same file again
        }}
      />
    </>
  );
}
