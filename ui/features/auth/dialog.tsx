import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { dialogLook } from "../../shared/ui/dialog-look.ts";
import { CloseIcon } from "../../shared/ui/icons.tsx";

interface DialogProps {
  title: string;
  /** Called by Escape and by the Close button. */
  onClose: () => void;
  wide?: boolean;
  children: ReactNode;
}

/**
 * A modal dialog, open while it is rendered. It focuses the first field of its form, and restores the focus when
 * closed.
 */
export function Dialog({ title, onClose, wide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const open = dialog.current;
    open?.showModal();
    open?.querySelector<HTMLElement>("form :is(input, select, textarea)")?.focus();
    return () => {
      // A toast stays after the dialog closes.
      document.body.append(...(open?.querySelectorAll(".toast-region") ?? []));
      open?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={dialogLook.dialog}
      data-wide={wide || undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <header className={dialogLook.head}>
        <h2 id={titleId} className="heading">
          {title}
        </h2>
        <button type="button" className={dialogLook.close} aria-label="Close" onClick={onClose}>
          <CloseIcon />
        </button>
      </header>
      {children}
    </dialog>
  );
}
