import { useState } from "react";
import type { Letter } from "../../../shared/api.gen.ts";
import { useReadOnce } from "../calls.ts";
import { letterKind } from "../kinds/letter.ts";
import { Problem, Rows } from "../states.tsx";
import { LetterEditor } from "./editor.tsx";
import { isOpen } from "./letter.ts";
import { LetterProgress } from "./progress.tsx";

interface LetterScreenProps {
  /** The id of this letter, or "new". */
  id: string;
  mayEdit: boolean;
}

/** Where one letter is written and, once it is on its way, followed. */
export function LetterScreen({ id, mayEdit }: LetterScreenProps) {
  const [created, setCreated] = useState<Letter | null>(null); // the new one, once it was saved: one writes on
  const [turned, setTurned] = useState<Letter | null>(null); // as it was after its status changed
  const own = id === "new" || id === String(created?.id);
  const { data, error, reload } = useReadOnce<Letter>(own ? null : `${letterKind.path}/${id}`);
  const letter = turned ?? (own ? created : (data ?? null));
  if (!own && !letter) return error ? <Problem error={error} onRetry={reload} /> : <Rows />;
  return (
    <>
      <h1 className="sr-only">{letter ? letter.subject : "New letter"}</h1>
      {letter && !isOpen(letter) ? (
        <LetterProgress key={letter.id} letter={letter} mayEdit={mayEdit} />
      ) : (
        <LetterEditor
          key={turned?.version}
          letter={letter}
          mayEdit={mayEdit}
          onCreated={setCreated}
          onTurned={(now) => {
            setTurned(now);
            if (!isOpen(now)) scrollTo(0, 0); // where its report is
          }}
        />
      )}
    </>
  );
}
