import { useEffect } from "react";
import { check, type Entry, type Kind } from "../kind.ts";
import type { RecordForm } from "../use-record-form.ts";

/** How long a draft waits to be saved by itself. */
const autosaveMs = 3000;

/**
 * Saves a draft, also a new one once it has a title, a few seconds after it was touched, again and again while one types. What readers see already is saved
 * by its button alone.
 */
export function useAutosave<T extends Entry & { status: string }>(
  form: RecordForm<T>,
  mayEdit: boolean,
  kind: Kind<T>,
  saveQuietly: () => void,
): void {
  const isDraft = (form.from?.status ?? "draft") === "draft" && form.values.status === "draft";
  const complete = Object.keys(check(kind, form.values)).length === 0;
  const due =
    mayEdit && isDraft && complete && form.changed.length > 0 && !form.saving && !form.refused && !form.theirs;
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing goes on while it waits; what is saved is the latest, whichever render began to wait
  useEffect(() => {
    if (!due) return;
    const timer = setTimeout(saveQuietly, autosaveMs);
    return () => clearTimeout(timer);
  }, [due]);
}
