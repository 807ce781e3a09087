import type { ToastMessage } from "./toast.tsx";

/** Loads the code of toasts, for one may be about the connection that is gone, and makes their region, which F8 leads to. */
export async function prepareToasts(): Promise<void> {
  const { prepare } = await import("./toast.tsx");
  prepare();
}

/** Shows a toast. */
export async function showToast(message: ToastMessage): Promise<void> {
  const { present } = await import("./toast.tsx");
  present(message);
}
