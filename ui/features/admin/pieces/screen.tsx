import { useState } from "react";
import type { WorkingCopy } from "../../../shared/api.gen.ts";
import { useReadOnce } from "../calls.ts";
import type { Draft } from "../drafts.ts";
import { Problem, Rows } from "../states.tsx";
import { Editor } from "./editor.tsx";
import type { Desk, Piece } from "./piece.ts";
import { copyPath } from "./use-working-copy.ts";

interface PieceScreenProps<T extends Piece> {
  desk: Desk<T>;
  /** Id of the piece, or "new". */
  id: string;
  mayEdit: boolean;
}

/** The screen of an article or a guide. */
export function PieceScreen<T extends Piece>({ desk, id, mayEdit }: PieceScreenProps<T>) {
  const [created, setCreated] = useState<T | null>(null); // the new piece after its first save, while its editor stays open
  const own = id === "new" || id === String(created?.id);
  const { data, error, reload } = useReadOnce<T>(own ? null : `${desk.kind.path}/${id}`);
  const [restored, setRestored] = useState<T | null>(null);
  const { path, noun } = desk.kind;
  const isOut = mayEdit && data !== undefined && data.status !== "draft";
  const copy = useReadOnce<WorkingCopy>(isOut ? copyPath(path, id) : null);
  const waits = isOut && !copy.data && !copy.error;
  const piece = own ? created : waits ? undefined : data;
  return (
    <>
      <h1 className="sr-only">{id === "new" ? `New ${noun}` : `Edit ${piece?.title ?? noun}`}</h1>
      {own || piece ? (
        <Editor
          key={restored?.version}
          desk={desk}
          piece={restored ?? piece ?? null}
          copy={restored ? null : (copy.data?.draft as unknown as Draft<T>)}
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
