import { Dialog as Radix } from "radix-ui";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { FormProblem } from "../../shared/form/form.tsx";
import type { useForm } from "../../shared/form/use-form.ts";
import { Button } from "../../shared/ui/button.tsx";
import { dialogLook } from "../../shared/ui/dialog-look.ts";
import { CloseIcon } from "../../shared/ui/icons.tsx";

interface DialogProps {
  title: string;
  /** Called on Escape and by the Close button. */
  onClose: () => void;
  wide?: boolean;
  children: ReactNode;
}

/** Selector of open dialogs. */
export const openDialog = "[role=dialog][data-state=open]";

/**
 * A modal dialog, open while it is rendered. It focuses the first field of its form, and afterward returns the focus,
 * or if its opener is gone, focuses the screen. A style locks the page, since Radix's overlay uses a style element,
 * which our policy forbids. It handles Escape itself: Radix reacts only some time after a dialog above has closed, so
 * that a quick second Escape would be lost.
 */
export function Dialog({ title, onClose, wide = false, children }: DialogProps) {
  const opener = useRef<Element | null>(null);
  return (
    <Radix.Root open>
      <Radix.Portal>
        <div className="dialog-backdrop fixed inset-0 z-31 bg-[rgb(8_20_16/55%)] [animation:dialog-in_var(--quick)_var(--ease)]" />
        <Radix.Content
          ref={overTheScreen}
          className={`fixed inset-0 z-31 h-fit overscroll-contain focus:outline-none [&_.form]:max-w-none [&_.form]:gap-4.5 [animation:dialog-in_var(--quick)_var(--ease)] ${dialogLook.dialog}`}
          data-wide={wide || undefined}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            const content = event.target instanceof Element ? event.target : null;
            const field = content?.querySelector<HTMLElement>("form :is(input, select, textarea)");
            if (!field) return;
            event.preventDefault();
            field.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const moved = document.activeElement !== document.body;
            if (moved) return;
            if (opener.current instanceof HTMLElement) opener.current.focus();
            if (document.activeElement === document.body)
              document.querySelector("main")?.focus({ preventScroll: true });
          }}
          onInteractOutside={(event) => event.preventDefault()}
          onEscapeKeyDown={(event) => {
            event.preventDefault();
            const inDialog = event.target instanceof Element && event.target.closest("[role=dialog]");
            if (!inDialog && !event.isComposing) onClose(); // the focus is on the page, for example after a click beside the dialog
          }}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
            event.stopPropagation(); // a dialog below stays open
            onClose();
          }}
          onSubmit={(event) => event.stopPropagation()} // a form around the dialog isn’t submitted
        >
          <header className={dialogLook.head}>
            <Radix.Title className="heading overflow-hidden text-subheading text-ellipsis">{title}</Radix.Title>
            <button type="button" className={dialogLook.close} aria-label="Close" onClick={onClose}>
              <CloseIcon />
            </button>
          </header>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A dialog's actions at its foot. They stay in view. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="sticky bottom-0 -mx-(--dialog-pad) mt-1 flex flex-wrap justify-end gap-3 border-t border-line bg-surface px-(--dialog-pad) py-3.5 [.dialog>&]:mt-5">
      {children}
    </footer>
  );
}

interface DialogFormProps extends ComponentProps<"form"> {
  /** The form, if it is one of useForm. */
  form?: ReturnType<typeof useForm>;
  /** Text of the button that submits it. */
  submit: string;
  disabled?: boolean;
  /** More actions, before the buttons. */
  acts?: ReactNode;
  /** Called by the button to cancel, if there is one. */
  onClose?: () => void;
}

/** A form in a dialog, with buttons to cancel and to submit it at its foot. */
export function DialogForm(props: DialogFormProps) {
  const { form, submit, disabled, acts, onClose, children, onSubmit = form?.onSubmit, ...others } = props;
  return (
    <form
      className="form"
      noValidate
      ref={form?.ref}
      onInput={form?.onInput}
      {...others}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.(event);
      }}
    >
      {children}
      {form && <FormProblem of={form} />}
      <DialogFooter>
        {acts}
        {onClose && (
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        )}
        <Button type="submit" disabled={disabled} aria-disabled={form?.pending || undefined}>
          {submit}
        </Button>
      </DialogFooter>
    </form>
  );
}

/**
 * Keeps the screen behind from taking the focus, as an editor that has just loaded does. Radix would move it back and
 * select what was typed, and the next key would replace it. Toasts opened in the dialog outlive it.
 */
function overTheScreen(dialog: HTMLElement | null) {
  const screen = document.querySelector("main:not([inert])");
  screen?.setAttribute("inert", "");
  return () => {
    screen?.removeAttribute("inert");
    document.body.append(...(dialog?.querySelectorAll(".toast-region") ?? []));
  };
}
