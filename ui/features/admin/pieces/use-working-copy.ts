import { useEffect, useState } from "react";
import { write } from "../calls.ts";
import type { Kind } from "../kind.ts";
import type { RecordForm } from "../use-record-form.ts";
import type { Piece } from "./piece.ts";

/** Delay before changes are stored on the server, in milliseconds. */
const keepMs = 3000;

/** Path of an editor's working copy of a piece. */
export const copyPath = (path: string, id: string | number) => `${path}/${id}/working-copy`;

/**
 * Stores unsaved changes of a published piece on the server a few seconds after each change. Readers don't see them
 * until they are saved, and the editor finds them on any machine.
 */
export function useWorkingCopy<T extends Piece>(form: RecordForm<T>, mayEdit: boolean, { path }: Kind<T>): void {
  const { from, values } = form;
  const [kept, setKept] = useState<object | null>(form.restored ? {} : null);
  const changed = form.changed.length > 0;
  const isOut = from !== null && from.status !== "draft";
  const due = mayEdit && isOut && !form.saving && (changed ? kept !== values : kept !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rerenders must not restart the timer
  useEffect(() => {
    if (!due) return;
    const timer = setTimeout(async () => {
      const { from, values } = form.now();
      setKept(changed ? values : null);
      const call = changed
        ? write("PUT", copyPath(path, String(from?.id)), { draft: { values, from } })
        : write("DELETE", copyPath(path, String(from?.id)));
      await call.catch((error) => console.warn("working copy:", error)); // the browser has a copy too
    }, keepMs);
    return () => clearTimeout(timer);
  }, [due, changed]);
}
