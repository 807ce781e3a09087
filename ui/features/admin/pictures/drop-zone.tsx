import { type ReactNode, useState } from "react";
import { picturesIn } from "./upload.ts";

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
