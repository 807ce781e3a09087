import { useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogFooter } from "./dialog.tsx";
import { DangerButton } from "./parts/buttons.tsx";

interface ConfirmProps {
  title: string;
  question: string;
  /** What follows from it. */
  effect?: string;
  act: string;
  onConfirm: () => Promise<void>;
  /** With whether it was done. */
  onClose: (done: boolean) => void;
}

/** Asks before something is done. */
export function Confirm({ title, question, effect, act, onConfirm, onClose }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await onConfirm();
    onClose(true);
  };
  return (
    <Dialog title={title} onClose={() => onClose(false)}>
      <p>{question}</p>
      {effect && <p className="mt-2 text-muted">{effect}</p>}
      <DialogFooter>
        <Button look="quiet" onClick={() => onClose(false)}>
          Cancel
        </Button>
        <DangerButton disabled={busy} onClick={confirm}>
          {act}
        </DangerButton>
      </DialogFooter>
    </Dialog>
  );
}
