import { useState } from "react";
import type { AnyOffer } from "../../../shared/api.gen.ts";
import { CheckField } from "../../../shared/form/fields.tsx";
import { onlyWrong } from "../../../shared/form/rules.ts";
import { useForm } from "../../../shared/form/use-form.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { Problem } from "../advertisers/conversion-dialog.tsx";
import { queries, write } from "../calls.ts";
import { Dialog, DialogFooter } from "../dialog.tsx";
import { PlacementsField } from "./placements.tsx";

/** Copies an offer into placements. */
export async function copyOffer(id: string, placements: string[], isActive: boolean): Promise<void> {
  const made = await write<AnyOffer[]>("POST", `/api/admin/all-offers/${id}/copies`, { placements, isActive });
  void queries.invalidateQueries();
  void showToast({
    title: "Offer duplicated successfully",
    text: `${made.length === 1 ? "The copy is" : `The ${made.length} copies are`} ${isActive ? "on" : "inactive"}.`,
  });
}

interface CopyDialogProps {
  offer: { id: string; title: string };
  onClose: () => void;
}

/** Asks where an offer is copied to. */
export function CopyDialog({ offer: { id, title }, onClose }: CopyDialogProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  const form = useForm({
    check: () => onlyWrong({ placements: chosen.length > 0 ? undefined : "Choose at least one placement." }),
    send: async ({ isActive }) => {
      await copyOffer(id, chosen, isActive !== undefined);
      onClose();
    },
    failure: "We couldn’t duplicate this offer. Try again.",
  });
  return (
    <Dialog title={`Duplicate ${title}`} onClose={onClose}>
      <form ref={form.ref} className="form" noValidate onSubmit={form.onSubmit} onInput={form.onInput}>
        <PlacementsField chosen={chosen} error={form.errors.placements} onChange={setChosen} />
        <CheckField label="Turn on" name="isActive" hint="Otherwise copies stay off until you turn them on." />
        <Problem text={form.problem} />
        <DialogFooter>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={form.pending || undefined}>
            Duplicate
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
