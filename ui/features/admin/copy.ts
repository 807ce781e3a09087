import { copyText } from "../../shared/ui/show-toast.ts";

/** Copies a text and confirms it with a toast. If the browser refuses, it shows the text for copying by hand. */
export function copy(text: string, done: string): Promise<void> {
  return copyText(text, { title: done }, { title: "Copy this:", text });
}
