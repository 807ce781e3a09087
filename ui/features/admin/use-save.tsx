import { useState } from "react";
import { fieldErrors } from "../../shared/api.ts";
import { Button } from "../../shared/ui/button.tsx";
import { failed } from "./calls.ts";

interface SaveOptions {
  /** Whether there is something to save. */
  changed: boolean;
  /** Saves it. */
  save: () => Promise<void>;
  /** The error if there was no response. */
  failure: string;
  /** Called before the first wrong field gets the focus. */
  onWrong?: () => void;
}

/** Saves a form with controlled fields, once at a time. On errors the first wrong field gets the focus. */
export function useSave({ changed, save, failure, onWrong }: SaveOptions) {
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  return {
    wrong,
    async onSubmit(event: React.FormEvent<HTMLFormElement>) {
      event.preventDefault();
      const form = event.currentTarget;
      if (!changed || saving) return;
      setSaving(true);
      try {
        await save();
        setWrong({});
      } catch (error) {
        const found = fieldErrors(error);
        setWrong(found);
        onWrong?.();
        const [first] = Object.keys(found);
        if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
        else failed(error, failure);
      } finally {
        setSaving(false);
      }
    },
    /** The button that saves, and whether there are unsaved changes. */
    line: (label: string) => (
      <p className="form-act">
        <Button type="submit" aria-disabled={saving || !changed || undefined}>
          {saving ? "Saving..." : label}
        </Button>
        <span role="status" className="field-hint">
          {changed && "You have unsaved changes."}
        </span>
      </p>
    ),
  };
}
