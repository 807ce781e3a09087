import type { ToastMessage } from "./toast.tsx";

/**
 * Loads the code of toasts early, because one may report a lost connection, and creates their region, which F8 focuses.
 */
export async function prepareToasts(): Promise<void> {
  const { prepare } = await import("./toast.tsx");
  prepare();
}

/** Shows a toast. */
export async function showToast(message: ToastMessage): Promise<void> {
  const { present } = await import("./toast.tsx");
  present(message);
}
