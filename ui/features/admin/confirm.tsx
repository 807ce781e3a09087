import { useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogFooter } from "./dialog.tsx";
import { DangerButton } from "./parts/buttons.tsx";

interface ConfirmProps {
  title: string;
  question: string;
  /** The consequence. */
  effect?: string;
  act: string;
  onConfirm: () => Promise<unknown>;
  /** Called with whether the action was carried out. */
  onClose: (done: boolean) => void;
}

/** Confirms actions: `ask` opens the dialog, which shows where `confirm` is rendered. */
export function useConfirm() {
  const [asked, ask] = useState<Omit<ConfirmProps, "onClose"> | null>(null);
  return { ask, confirm: asked && <Confirm {...asked} onClose={() => ask(null)} /> };
}

/** Asks for confirmation. */
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
