import { useState } from "react";
import type { StaffPictureCard } from "../../../shared/api.gen.ts";
import { Field } from "../../../shared/form/fields.tsx";
import { useList } from "../calls.ts";
import { Dialog } from "../dialog.tsx";
import { Loaded, MoreOfList } from "../states.tsx";
import { PictureGrid } from "./picture-grid.tsx";
import { DropZone, UploadButton, useUpload } from "./upload.tsx";

interface LibraryDialogProps {
  onChoose: (picture: StaffPictureCard) => void;
  onClose: () => void;
}

/** Chooses a picture from the library, or uploads one. */
export function LibraryDialog({ onChoose, onClose }: LibraryDialogProps) {
  const [text, setText] = useState("");
  const { progress, upload } = useUpload();
  const list = useList<StaffPictureCard>("/api/admin/pictures", { q: text.trim() });
  const take = async (files: File[]) => {
    const [first] = await upload(files.slice(0, 1));
    if (first) onChoose(first);
  };
  return (
    <Dialog title="Choose a picture" onClose={onClose} wide>
      <DropZone
        className="min-h-80 pb-6 data-over:[outline:2px_dashed_var(--focus)] data-over:[outline-offset:0.5rem]"
        disabled={progress !== null}
        onFiles={take}
      >
        <form className="flex gap-3 items-end mb-5 [&>.field]:flex-1" onSubmit={(event) => event.preventDefault()}>
          <Field
            label="Search pictures"
            type="search"
            value={text}
            autoComplete="off"
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <UploadButton label={progress ?? "Upload"} busy={progress !== null} onFiles={take} />
        </form>
        <Loaded of={list}>
          {(pictures) =>
            pictures.length === 0 ? (
              <p className="py-16 text-muted text-center">
                {text
                  ? "No pictures found. Try different words."
                  : "No pictures yet. Upload one, or drop or paste it here."}
              </p>
            ) : (
              <>
                <PictureGrid pictures={pictures} act="Choose" onPick={onChoose} />
                <MoreOfList list={list} />
              </>
            )
          }
        </Loaded>
      </DropZone>
    </Dialog>
  );
}
