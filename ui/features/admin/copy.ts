import { showToast } from "../../shared/ui/show-toast.ts";

/** Copies a text and confirms it with a toast. If the browser refuses, it shows the text for copying by hand. */
export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    void showToast({ title: done });
  } catch {
    void showToast({ title: "Copy this:", text });
  }
}
