import type { StaffPictureCard } from "../../../shared/api.gen.ts";
import { count } from "../../../shared/format.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { attempt, useList, write } from "../calls.ts";
import { words } from "../kind.ts";
import { Note } from "../parts/texts.tsx";
import { Toolbar } from "../parts/toolbar.tsx";
import { usePlace } from "../place.ts";
import { Finder } from "../record-list.tsx";
import { Loaded, MoreOfList, Nothing } from "../states.tsx";
import { PictureDialog } from "./picture-dialog.tsx";
import { PictureGrid } from "./picture-grid.tsx";
import { DropZone, UploadButton, useUpload } from "./upload.tsx";

/** The library of uploaded pictures. */
export function PictureLibrary({ mayEdit }: { mayEdit: boolean }) {
  const { place, go } = usePlace();
  const inBin = place.bin === "1";
  const list = useList<StaffPictureCard>("/api/admin/pictures", { q: place.q, bin: inBin || undefined });
  const { progress, upload } = useUpload();
  const busy = progress !== null;
  const take = async (files: File[]) => {
    const made = await upload(files);
    if (made.length === 0) return;
    const [only] = made;
    if (only && files.length === 1) go({ edit: String(only.id) });
    else void showToast({ title: `${count(made.length, "picture")} uploaded` });
  };
  const restore = ({ id }: StaffPictureCard) =>
    attempt(() => write("POST", `/api/admin/pictures/${id}/restore`), words.failed("picture", "restore"), {
      title: words.done("picture", "restored"),
    });
  return (
    <DropZone
      className="min-h-96 rounded-small [outline-offset:0.75rem] data-over:[outline:2px_dashed_var(--focus)]"
      disabled={!mayEdit || busy}
      onFiles={take}
    >
      <Toolbar>
        <Finder noun="picture" />
        <Button look="quiet" aria-pressed={inBin} onClick={() => go({ bin: inBin ? undefined : "1" })}>
          {inBin ? "Back to the library" : "Trash"}
        </Button>
        {mayEdit && !inBin && (
          <UploadButton label={progress ?? "Upload pictures"} busy={busy} multiple onFiles={take} />
        )}
      </Toolbar>
      {inBin && <Note>Deleted pictures stay here for 30 days.{mayEdit && " Choose one to restore it."}</Note>}
      <Loaded of={list}>
        {(pictures) =>
          pictures.length === 0 ? (
            <Empty searched={Boolean(place.q)} inBin={inBin} mayEdit={mayEdit} />
          ) : (
            <>
              <p className="mb-1 text-muted text-small figures-tabular" role="status">
                {progress ?? count(list.total, "picture")}
              </p>
              <PictureGrid
                pictures={pictures}
                act={inBin ? "Restore" : "Open"}
                onPick={(picture) => (!inBin ? go({ edit: String(picture.id) }) : mayEdit && restore(picture))}
              />
              <MoreOfList list={list} />
            </>
          )
        }
      </Loaded>
      {place.edit && !inBin && (
        <PictureDialog
          key={place.edit}
          id={place.edit}
          mayEdit={mayEdit}
          onClose={() => go({ edit: undefined }, { replace: true })}
        />
      )}
    </DropZone>
  );
}

function Empty({ searched, inBin, mayEdit }: { searched: boolean; inBin: boolean; mayEdit: boolean }) {
  const look = "border border-dashed border-muted rounded-large text-center";
  const [title, text] = searched
    ? ["No pictures found", "Try different words."]
    : inBin
      ? ["The trash is empty", "Deleted pictures stay here for 30 days."]
      : [
          "No pictures yet",
          mayEdit ? "Upload some, or drop or paste them here." : "Pictures that editors upload appear here.",
        ];
  return (
    <Nothing title={title} className={look}>
      {text}
    </Nothing>
  );
}
