import { useState } from "react";
import { useReadOnce } from "../calls.ts";
import { Problem, Rows } from "../states.tsx";
import { Editor } from "./editor.tsx";
import type { Desk, Piece } from "./piece.ts";

interface PieceScreenProps<T extends Piece> {
  desk: Desk<T>;
  /** The id of the piece, or "new". */
  id: string;
  mayEdit: boolean;
}

/** Where one article or guide is written. */
export function PieceScreen<T extends Piece>({ desk, id, mayEdit }: PieceScreenProps<T>) {
  const [created, setCreated] = useState<T | null>(null); // the new one, once it was saved: one writes on in its editor
  const own = id === "new" || id === String(created?.id);
  const { data, error, reload } = useReadOnce<T>(own ? null : `${desk.kind.path}/${id}`);
  const [restored, setRestored] = useState<T | null>(null);
  const piece = own ? created : data;
  const { noun } = desk.kind;
  return (
    <>
      <h1 className="sr-only">{id === "new" ? `New ${noun}` : `Edit ${piece?.title ?? noun}`}</h1>
      {own || piece ? (
        <Editor
          key={restored?.version}
          desk={desk}
          piece={restored ?? piece ?? null}
          mayEdit={mayEdit}
          onCreated={setCreated}
          onRestored={setRestored}
        />
      ) : error ? (
        <Problem error={error} onRetry={reload} />
      ) : (
        <Rows />
      )}
    </>
  );
}
