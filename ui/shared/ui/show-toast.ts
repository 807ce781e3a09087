import type { ToastMessage } from "./toast.tsx";

/**
 * Loads the code of toasts early, because one may report a lost connection, and creates their region, which F8 focuses.
 */
export async function prepareToasts(): Promise<void> {
  const { prepare } = await import("./toast.tsx");
  prepare();
}

/** Shows a toast with what went wrong. */
export function showError(text: string): Promise<void> {
  return showToast({ title: "Error", text, look: "destructive", urgent: true });
}

/** Copies a text and shows `done`; if the browser refuses, `otherwise`. */
export async function copyText(text: string, done: ToastMessage, otherwise: ToastMessage): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return showToast(otherwise);
  }
  return showToast(done);
}

/** Shows a toast. */
export async function showToast(message: ToastMessage): Promise<void> {
  const { present } = await import("./toast.tsx");
  present(message);
}
