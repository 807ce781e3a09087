import type { ToastMessage } from "./toast.tsx";

/** Shows a notification; what draws it is loaded with the first one. */
export async function showToast(message: ToastMessage): Promise<void> {
  const { present } = await import("./toast.tsx");
  present(message);
}
