import { showToast } from "../../shared/ui/show-toast.ts";

/** Copies a text and says so; where that is not possible, the text is shown to be copied by hand. */
export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    void showToast({ title: done });
  } catch {
    void showToast({ title: "Copy this:", text });
  }
}
