import { type ReactNode, useRef, useState } from "react";
import type { StaffPicture } from "../../../shared/api.gen.ts";
import { ApiError } from "../../../shared/api.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { failed, write } from "../calls.ts";

/** The server's size limit, in bytes. */
const maxBytes = 25 * 1024 * 1024;

/** File types in the chooser. */
const accepted = "image/jpeg,image/png,image/webp,image/avif,image/gif";

/** The pictures in a paste or drop. */
export function picturesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
}

/** Uploads pictures one after the other; a toast shows errors. */
export function useUpload() {
  const [state, setState] = useState<{ at: number; of: number } | null>(null);
  return {
    /** Progress in words; null if nothing is being uploaded. */
    progress: state && (state.of > 1 ? `Uploading ${state.at} of ${state.of}…` : "Uploading…"),
    async upload(files: File[]): Promise<StaffPicture[]> {
      const made: StaffPicture[] = [];
      for (const [i, file] of files.entries()) {
        setState({ at: i + 1, of: files.length });
        try {
          const picture = await send(file);
          made.push(picture);
          if (picture.notice) void showToast({ title: file.name, text: picture.notice, urgent: true });
        } catch (error) {
          failed(error, `We couldn’t upload ${file.name}. Try again.`);
        }
      }
      setState(null);
      return made;
    },
  };
}

async function send(file: File): Promise<StaffPicture> {
  if (file.size > maxBytes) throw new ApiError(413, "This file is larger than 25 MB. Choose a smaller one.");
  const form = new FormData();
  form.append("file", file);
  return write<StaffPicture>("POST", "/api/admin/pictures", form);
}

interface DropZoneProps {
  className: string;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** Accepts pictures dropped or pasted. Buttons in it do the same by keyboard. */
export function DropZone({ className, disabled = false, onFiles, children }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const take = (files: File[]) => {
    setOver(false);
    if (!disabled && files.length > 0) onFiles(files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the upload button does the same
    <div
      className={className}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (disabled || !event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (event.dataTransfer.types.includes("Files")) event.preventDefault();
        take(picturesIn(event.dataTransfer));
      }}
      onPaste={(event) => {
        const files = picturesIn(event.clipboardData);
        if (files.length === 0) return;
        event.preventDefault();
        take(files);
      }}
    >
      {children}
    </div>
  );
}

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
