import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { CloseIcon } from "../../shared/ui/icons.tsx";

interface DialogProps {
  title: string;
  /** Called by Escape and by the Close button. */
  onClose: () => void;
  wide?: boolean;
  children: ReactNode;
}

/**
 * A modal dialog, open while it is rendered. It focuses the first field of its form, and gives the focus back. Its style
 * is shared/ui/dialog.css.
 */
export function Dialog({ title, onClose, wide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const open = dialog.current;
    open?.showModal();
    open?.querySelector<HTMLElement>("form :is(input, select, textarea)")?.focus();
    return () => {
      // A toast outlives the dialog.
      document.body.append(...(open?.querySelectorAll(".toast-region") ?? []));
      open?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-wide={wide || undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <header className="dialog-head">
        <h2 id={titleId} className="heading">
          {title}
        </h2>
        <button
          type="button"
          className="inline-grid size-11 cursor-pointer place-items-center rounded-small hover:bg-sunken"
          aria-label="Close"
          onClick={onClose}
        >
          <CloseIcon />
        </button>
      </header>
      {children}
    </dialog>
  );
}
