import { useEffect, useState } from "react";
import { write } from "../calls.ts";
import type { Kind } from "../kind.ts";
import type { RecordForm } from "../use-record-form.ts";
import type { Piece } from "./piece.ts";

/** How long what is typed waits to be kept on the server. */
const keepMs = 3000;

/** Where an editor's working copy of a piece is kept. */
export const copyPath = (path: string, id: string | number) => `${path}/${id}/working-copy`;

/**
 * Keeps on the server what is typed into a piece that isn't a draft, a few seconds after it was touched, again and again
 * while one types: readers see it once it is saved by hand, and its editor finds it on any machine.
 */
export function useWorkingCopy<T extends Piece>(form: RecordForm<T>, mayEdit: boolean, { path }: Kind<T>): void {
  const { from, values } = form;
  const [kept, setKept] = useState<object | null>(form.restored ? {} : null);
  const changed = form.changed.length > 0;
  const isOut = from !== null && from.status !== "draft";
  const due = mayEdit && isOut && !form.saving && (changed ? kept !== values : kept !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing goes on while it waits; what is kept is the latest
  useEffect(() => {
    if (!due) return;
    const timer = setTimeout(async () => {
      const { from, values } = form.now();
      setKept(changed ? values : null);
      const call = changed
        ? write("PUT", copyPath(path, String(from?.id)), { draft: { values, from } })
        : write("DELETE", copyPath(path, String(from?.id)));
      await call.catch((error) => console.warn("working copy:", error)); // the browser keeps it too
    }, keepMs);
    return () => clearTimeout(timer);
  }, [due, changed]);
}
