import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Kind } from "../kind.ts";
import { useLeaveWarning } from "../use-leave-warning.ts";
import { useRecordForm } from "../use-record-form.ts";
import type { Campaign } from "./campaign.ts";
import type { CampaignEditorProps } from "./screen.tsx";
import { useItsTime } from "./use-its-time.ts";

export type Editing<T extends Campaign> = ReturnType<typeof useEditing<T>>;

/** The form of a campaign, and its saving. A new campaign gets its address with the first save. */
export function useEditing<T extends Campaign>(
  kind: Kind<T>,
  { item, onCreated, onTurned }: CampaignEditorProps<T>,
  at: (id: number) => string,
) {
  const navigate = useNavigate();
  const { key: opened } = useLocation();
  const form = useRecordForm({ kind, edit: item ? String(item.id) : "new", item });
  const isNew = useRef(item === null);
  useEffect(() => {
    isNew.current = item === null;
    return () => {
      isNew.current = false; // a save that ends later doesn't navigate back
    };
  }, [item]);
  const after = async (saving: Promise<T | null>): Promise<T | null> => {
    const saved = await saving;
    if (saved && isNew.current) {
      isNew.current = false;
      onCreated(saved);
      navigate(at(saved.id), { replace: true, preventScrollReset: true, state: { opened, keepFocus: true } });
    }
    return saved;
  };
  const unsaved = form.changed.length > 0;
  useItsTime(`${kind.path}/${form.from?.id}`, form.from, unsaved, onTurned);
  useLeaveWarning(unsaved);
  return { form, unsaved, save: () => after(form.save()), saveQuietly: () => after(form.saveQuietly()) };
}
