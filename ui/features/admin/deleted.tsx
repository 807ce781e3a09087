import { useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { RelativeTime } from "../../shared/ui/time.tsx";
import { Dialog, DialogFooter } from "./dialog.tsx";
import { capitalized, type Entry, type Kind } from "./kind.ts";

interface DeletedProps<T extends Entry> {
  kind: Kind<T>;
  item: T;
  /** Undefined if the user may not restore it. */
  onRestore?: () => Promise<void>;
  /** Called with whether it was restored. */
  onClose: (restored: boolean) => void;
}

/** A record in the trash, with the button to restore it. */
export function Deleted<T extends Entry>({ kind, item, onRestore, onClose }: DeletedProps<T>) {
  const [busy, setBusy] = useState(false);
  const detail = kind.detailOf(item);
  return (
    <Dialog title={kind.titleOf(item) || `Untitled ${kind.noun}`} onClose={() => onClose(false)}>
      {detail && <p className="break-words">{detail}</p>}
      <p className="mt-2 text-muted">
        {capitalized(kind.noun)} {item.id}, deleted {item.deletedAt && <RelativeTime iso={item.deletedAt} />}.
        {onRestore && " Restore it to read or edit it."}
      </p>
      <DialogFooter>
        <Button look="quiet" onClick={() => onClose(false)}>
          Close
        </Button>
        {onRestore && (
          <Button
            disabled={busy}
            onClick={async () => {
              setBusy(true);
              await onRestore();
              onClose(true);
            }}
          >
            Restore
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
