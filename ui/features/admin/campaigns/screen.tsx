import { Fragment, type ReactNode, useState } from "react";
import { useReadOnce } from "../calls.ts";
import { Problem, Rows } from "../states.tsx";
import { type Campaign, isOpen } from "./campaign.ts";

/** Props of an editor of a campaign. */
export interface CampaignEditorProps<T extends Campaign> {
  /** The record when the screen opened; null for a new one. */
  item: T | null;
  /** Called with a new record after its first save. */
  onCreated: (item: T) => void;
  /** Called when the status has changed, or a revision was restored. */
  onTurned: (item: T) => void;
}

interface CampaignScreenProps<T extends Campaign> {
  /** Path of the collection. */
  path: string;
  /** Its id, or "new". */
  id: string;
  heading: (item: T | null) => string;
  editor: (given: CampaignEditorProps<T>) => ReactNode;
  progress: (item: T) => ReactNode;
}

/** The screen of a campaign: its editor, or once it is sending, its progress. */
export function CampaignScreen<T extends Campaign>({ path, id, heading, editor, progress }: CampaignScreenProps<T>) {
  const [created, setCreated] = useState<T | null>(null); // the new record after its first save, while the editor stays open
  const [turned, setTurned] = useState<T | null>(null); // the record after its status changed
  const own = id === "new" || id === String(created?.id);
  const { data, error, reload } = useReadOnce<T>(own ? null : `${path}/${id}`);
  const item = turned ?? (own ? created : (data ?? null));
  if (!own && !item) return error ? <Problem error={error} onRetry={reload} /> : <Rows />;
  const onTurned = (now: T) => {
    setTurned(now);
    if (!isOpen(now)) scrollTo(0, 0); // to the report
  };
  return (
    <>
      <h1 className="sr-only">{heading(item)}</h1>
      {item && !isOpen(item) ? (
        <Fragment key={item.id}>{progress(item)}</Fragment>
      ) : (
        <Fragment key={turned?.version}>{editor({ item, onCreated: setCreated, onTurned })}</Fragment>
      )}
    </>
  );
}
