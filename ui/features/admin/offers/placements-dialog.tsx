import { type ReactNode, useState } from "react";
import type { AnyOffer } from "../../../shared/api.gen.ts";
import { CheckField } from "../../../shared/form/fields.tsx";
import { onlyWrong } from "../../../shared/form/rules.ts";
import { useForm } from "../../../shared/form/use-form.ts";
import { count } from "../../../shared/format.ts";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { queries, write } from "../calls.ts";
import { Dialog, DialogForm } from "../dialog.tsx";
import { PlacementsField } from "./placements.tsx";

/** Shows an offer in more placements. */
export async function placeOffer(id: string, placements: string[], isActive: boolean): Promise<void> {
  await write<AnyOffer[]>("POST", `/api/admin/all-offers/${id}/placements`, { placements, isActive });
  void queries.invalidateQueries();
  void showToast({
    title: "Placements added successfully",
    text: `The offer is ${isActive ? "on" : "off"} in ${count(placements.length, "more placement")}.`,
  });
}

/** Makes a new offer like this one. */
async function copyOffer(id: string, placements: string[], isActive: boolean): Promise<void> {
  await write<AnyOffer[]>("POST", `/api/admin/all-offers/${id}/copies`, { placements, isActive });
  void queries.invalidateQueries();
  void showToast({ title: "Offer duplicated successfully", text: `The copy is ${isActive ? "on" : "inactive"}.` });
}

/** What becomes of an offer in the chosen placements. */
const acts = {
  place: {
    title: "Add placements of",
    button: "Add placements",
    hint: "Otherwise the offer stays off there until you turn it on.",
    failure: "We couldn’t add these placements. Try again.",
    run: placeOffer,
  },
  copy: {
    title: "Duplicate",
    button: "Duplicate",
    hint: "Otherwise the copy stays off until you turn it on.",
    failure: "We couldn’t duplicate this offer. Try again.",
    run: copyOffer,
  },
};

interface PlacementsDialogProps {
  act: keyof typeof acts;
  offer: { id: string; title: string };
  onClose: () => void;
}

/** Asks where an offer, or a copy of it, is shown. */
export function PlacementsDialog({ act, offer: { id, title: name }, onClose }: PlacementsDialogProps) {
  const { title, button, hint, failure, run } = acts[act];
  return (
    <ChooseDialog
      title={`${title} ${name}`}
      button={button}
      failure={failure}
      onChoose={async (placements, isActive) => {
        await run(id, placements, isActive);
        onClose();
      }}
      onClose={onClose}
    >
      <CheckField label="Turn on" name="isActive" hint={hint} />
    </ChooseDialog>
  );
}

interface ChooseDialogProps {
  title: string;
  button: string;
  failure?: string;
  onChoose: (placements: [string, ...string[]], isActive: boolean) => void | Promise<void>;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for one or more placements. */
export function ChooseDialog({ title, button, failure = "", onChoose, onClose, children }: ChooseDialogProps) {
  const [[first, ...rest], setChosen] = useState<string[]>([]);
  const form = useForm({
    check: () => onlyWrong({ placements: first ? undefined : "Choose at least one placement." }),
    send: async ({ isActive }) => {
      if (first) await onChoose([first, ...rest], isActive !== undefined);
    },
    failure,
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm form={form} submit={button} onClose={onClose}>
        <PlacementsField chosen={first ? [first, ...rest] : []} error={form.errors.placements} onChange={setChosen} />
        {children}
      </DialogForm>
    </Dialog>
  );
}
