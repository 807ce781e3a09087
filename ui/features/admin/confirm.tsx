import { useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogFooter } from "./dialog.tsx";
import { DangerButton } from "./parts/buttons.tsx";

interface ConfirmProps {
  title: string;
  question: string;
  act: string;
  onConfirm: () => Promise<void>;
  /** With whether it was done. */
  onClose: (done: boolean) => void;
}

/** Asks before something is done. */
export function Confirm({ title, question, act, onConfirm, onClose }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await onConfirm();
    onClose(true);
  };
  return (
    <Dialog title={title} onClose={() => onClose(false)}>
      <p>{question}</p>
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
