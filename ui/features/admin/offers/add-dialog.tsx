import { type FormEvent, useState } from "react";
import { Dialog, DialogForm } from "../dialog.tsx";
import { PlacementsField } from "./placements.tsx";

interface AddDialogProps {
  onChoose: (placements: [string, ...string[]]) => void;
  onClose: () => void;
}

/** Asks where a new offer goes. */
export function AddDialog({ onChoose, onClose }: AddDialogProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [first, ...rest] = chosen;
    if (first) onChoose([first, ...rest]);
    else setError("Choose at least one placement.");
  };
  return (
    <Dialog title="Add Offer" onClose={onClose}>
      <DialogForm submit="Continue" onSubmit={submit} onClose={onClose}>
        <PlacementsField
          chosen={chosen}
          error={error}
          onChange={(chosen) => {
            setChosen(chosen);
            setError(undefined);
          }}
        />
      </DialogForm>
    </Dialog>
  );
}
