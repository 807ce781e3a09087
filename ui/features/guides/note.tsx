import { useEffect } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { Guide } from "../../shared/api.gen.ts";
import { keepGuide, noteKey, tickedKey } from "../../shared/my-list/guides.ts";
import { useKept } from "../../shared/my-list/kept.ts";
import { NoteField } from "../../shared/my-list/note-field.tsx";
import { inOrder } from "./steps.tsx";

/** The reader's note on a guide, and a link to the list with their progress. */
export function GuideNote({ guide }: { guide: Guide }) {
  const { slug, title, items } = guide;
  const kept = useKept(
    () => `${localStorage.getItem(tickedKey(slug)) ?? ""}\n${localStorage.getItem(noteKey(slug)) ?? ""}`,
  );
  useEffect(() => {
    if (kept !== null)
      keepGuide(slug, { title, steps: inOrder(items).map(({ id, title }) => ({ id: String(id), title })) });
  }, [kept, slug, title, items]);
  return (
    <div className="noscript:hidden print:hidden mt-6">
      <NoteField slug={slug} title={title} />
      <p className="mt-2 text-small text-muted">
        Your checkmarks and notes stay in this browser. <Link to={paths.myList}>See my list</Link>
      </p>
    </div>
  );
}
