import type { Entry } from "./kind.ts";
import type { RecordForm } from "./use-record-form.ts";

/** What a bar says of whether a form is saved. */
export function savedState<T extends Entry>(form: RecordForm<T>): string {
  const { from, changed, saving, refused, theirs, wrong } = form;
  if (saving) return "Saving…";
  const [reason] = theirs ? ["Somebody else changed it."] : Object.values(wrong);
  if (reason) return `Not saved: ${reason}`;
  if (refused) return "Not saved";
  if (changed.length > 0) return "Unsaved changes";
  return from ? "Saved" : "";
}
