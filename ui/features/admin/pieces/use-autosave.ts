import { useEffect } from "react";
import { check, type Entry, type Kind } from "../kind.ts";
import type { RecordForm } from "../use-record-form.ts";

/** Delay before a draft is saved, in milliseconds. */
const autosaveMs = 3000;

/**
 * Saves a draft a few seconds after each change, and a new one once it has a title. Published pieces are saved only by
 * button.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: rerenders must not restart the timer
  useEffect(() => {
    if (!due) return;
    const timer = setTimeout(saveQuietly, autosaveMs);
    return () => clearTimeout(timer);
  }, [due]);
}
