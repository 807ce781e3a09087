import { useState } from "react";
import type { TextAlert } from "../../../shared/api.gen.ts";
import { useReadOnce } from "../calls.ts";
import { textKind } from "../kinds/text.ts";
import { Problem, Rows } from "../states.tsx";
import { TextEditor } from "./editor.tsx";
import { TextProgress } from "./progress.tsx";

interface TextScreenProps {
  /** The id of this text, or "new". */
  id: string;
  mayEdit: boolean;
}

/** Where one text is written and, once it is on its way, followed. */
export function TextScreen({ id, mayEdit }: TextScreenProps) {
  const [created, setCreated] = useState<TextAlert | null>(null); // the new one, once it was saved: one writes on
  const [turned, setTurned] = useState<TextAlert | null>(null); // as it was after its status changed
  const own = id === "new" || id === String(created?.id);
  const { data, error, reload } = useReadOnce<TextAlert>(own ? null : `${textKind.path}/${id}`);
  const text = turned ?? (own ? created : (data ?? null));
  if (!own && !text) return error ? <Problem error={error} onRetry={reload} /> : <Rows />;
  const isOpen = !text || text.status === "draft" || text.status === "scheduled";
  return (
    <>
      <h1 className="sr-only">{text ? "Text" : "New text"}</h1>
      {isOpen ? (
        <TextEditor key={turned?.version} text={text} mayEdit={mayEdit} onCreated={setCreated} onTurned={setTurned} />
      ) : (
        <TextProgress key={text.id} text={text} mayEdit={mayEdit} />
      )}
    </>
  );
}
