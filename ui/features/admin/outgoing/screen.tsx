import { Fragment, type ReactNode, useState } from "react";
import { useReadOnce } from "../calls.ts";
import { Problem, Rows } from "../states.tsx";
import { isOpen, type Outgoing } from "./outgoing.ts";

/** What an editor of a letter or of a text is given. */
interface OutgoingEditor<T extends Outgoing> {
  /** As it was when the screen opened; null for a new one. */
  item: T | null;
  /** Called with what a new one became when it was first saved. */
  onCreated: (item: T) => void;
  /** Called when its status has changed, or a revision was restored. */
  onTurned: (item: T) => void;
}

interface OutgoingScreenProps<T extends Outgoing> {
  /** Address of the collection. */
  path: string;
  /** The id of this one, or "new". */
  id: string;
  heading: (item: T | null) => string;
  editor: (given: OutgoingEditor<T>) => ReactNode;
  progress: (item: T) => ReactNode;
}

/** Where one letter or one text is written and, once it is on its way, followed. */
export function OutgoingScreen<T extends Outgoing>({ path, id, heading, editor, progress }: OutgoingScreenProps<T>) {
  const [created, setCreated] = useState<T | null>(null); // the new one, once it was saved: one writes on
  const [turned, setTurned] = useState<T | null>(null); // as it was after its status changed
  const own = id === "new" || id === String(created?.id);
  const { data, error, reload } = useReadOnce<T>(own ? null : `${path}/${id}`);
  const item = turned ?? (own ? created : (data ?? null));
  if (!own && !item) return error ? <Problem error={error} onRetry={reload} /> : <Rows />;
  const onTurned = (now: T) => {
    setTurned(now);
    if (!isOpen(now)) scrollTo(0, 0); // where its report is
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
