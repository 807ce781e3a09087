import type { Kind } from "../kind.ts";
import { useDue } from "../use-due.ts";
import { useFirstSave } from "../use-first-save.ts";
import { useLeaveWarning } from "../use-leave-warning.ts";
import { useRecordForm } from "../use-record-form.ts";
import type { Campaign } from "./campaign.ts";
import type { CampaignEditorProps } from "./screen.tsx";

export type Editing<T extends Campaign> = ReturnType<typeof useEditing<T>>;

/** The form of a campaign, and its saving. A new campaign gets its address with the first save. */
export function useEditing<T extends Campaign>(
  kind: Kind<T>,
  { item, onCreated, onTurned }: CampaignEditorProps<T>,
  at: (id: number) => string,
) {
  const form = useRecordForm({ kind, edit: item ? String(item.id) : "new", item });
  const after = useFirstSave(item, onCreated, at);
  const unsaved = form.changed.length > 0;
  const { from } = form;
  const due = !unsaved && from?.status === "scheduled" && from.scheduledAt ? Date.parse(from.scheduledAt) : null;
  useDue<T>(`${kind.path}/${from?.id}`, due, (now) => now.status !== "scheduled" && onTurned(now));
  useLeaveWarning(unsaved);
  return { form, unsaved, save: () => after(form.save()), saveQuietly: () => after(form.saveQuietly()) };
}
