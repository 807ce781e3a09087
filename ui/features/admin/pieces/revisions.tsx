import { useMemo, useState } from "react";
import type { Revision } from "../../../shared/api.gen.ts";
import { machineTime } from "../../../shared/format.ts";
import { useSite } from "../../../shared/site.ts";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { useAttempt, useRead, write } from "../calls.ts";
import { useConfirm } from "../confirm.tsx";
import { shown, typeOf } from "../conflict.tsx";
import { Dialog } from "../dialog.tsx";
import { inWords } from "../in-words.ts";
import { changed, type Entry, type Kind, type Values, valuesOf, words } from "../kind.ts";
import { SmallButton } from "../parts/buttons.tsx";
import { Loaded, Problem, Rows } from "../states.tsx";
import { Changes } from "./changes.tsx";

interface RevisionsProps<T extends Entry> {
  kind: Kind<T>;
  record: T & { status: string };
  /** The form's current values. */
  now: Values;
  /** Whether the form has unsaved changes. */
  unsaved: boolean;
  mayEdit: boolean;
  onRestored: (record: T) => void;
  onClose: () => void;
}

/** Revisions of a record: how each differs from now, and the button to restore it. */
export function Revisions<T extends Entry>(props: RevisionsProps<T>) {
  const { kind, record, onClose } = props;
  const { timezone } = useSite();
  const path = `${kind.path}/${record.id}/revisions`;
  const revisions = useRead<Revision[]>(path);
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <Dialog wide title="Revisions" onClose={onClose}>
      <Loaded of={revisions}>
        {(data) => (
          <ol className="pb-5 [&>li]:border-t [&>li]:border-t-line">
            {data.map(({ id, at, actor, changed }) => (
              <li key={id}>
                <button
                  type="button"
                  className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-x-4 gap-y-0 w-full min-h-10 py-1.75 px-2 text-start wrap-anywhere cursor-pointer hover:bg-sunken aria-expanded:bg-sunken"
                  aria-expanded={id === chosen}
                  onClick={() => setChosen(id === chosen ? null : id)}
                >
                  <time dateTime={machineTime(at)}>{inWords(at, timezone)}</time>
                  <span className="text-muted">{actor}</span>
                  <span className="text-muted">
                    {changed.map((name) => labelOf(kind, name)).join(", ") || "Created"}
                  </span>
                </button>
                {id === chosen && <Difference key={id} path={`${path}/${id}`} {...props} />}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Dialog>
  );
}

function Difference<T extends Entry>({
  kind,
  record,
  now,
  unsaved,
  mayEdit,
  path,
  onRestored,
}: RevisionsProps<T> & { path: string }) {
  const { timezone } = useSite();
  const { data, error, reload } = useRead<Revision & { record: T }>(path);
  const { busy, attempt } = useAttempt();
  const { ask, confirm } = useConfirm();
  const correction = String(valuesOf(kind, record).correction ?? ""); // readers have seen it, so it stays
  const different = useMemo(() => {
    if (!data) return [];
    const then = valuesOf(kind, data.record);
    return changed(kind, then, now)
      .filter(
        (name) => !["status", "publishAt", "scheduledAt"].includes(name) && !(name === "correction" && correction),
      )
      .map((name) => ({
        name,
        label: labelOf(kind, name),
        was: shown(then[name], timezone, typeOf(kind, name)),
        is: shown(now[name], timezone, typeOf(kind, name)),
      }));
  }, [kind, data, now, correction, timezone]);
  if (error) return <Problem error={error} onRetry={reload} />;
  if (!data) return <Rows />;
  const restore = (status: "draft" | "published") =>
    attempt(
      async () => {
        const body = { status, version: record.version };
        const { notice, ...restored } = await write<T & { notice?: string }>("POST", `${path}/restore`, body);
        onRestored(restored as unknown as T);
        const text = notice ?? kind.titleOf(record);
        void showToast({ title: words.done(kind.noun, "restored"), text, urgent: notice !== undefined });
      },
      words.failed(kind.noun, "restore"),
    );
  /** Restores, after a question if something would be lost. */
  const restoreIfSure = (status: "draft" | "published") =>
    unsaved
      ? ask({
          title: "Restore this revision",
          question: "You’ll lose your unsaved changes.",
          act: "Restore",
          onConfirm: () => restore(status),
        })
      : restore(status);
  return (
    <div className="grid gap-4 pt-3 px-2 pb-5">
      {different.length === 0 && <p className="text-muted">The text matches the current version.</p>}
      {different.length > 0 && <Changes fields={different} />}
      {mayEdit && (
        <p className="form-act">
          {record.status === "published" && (
            <SmallButton disabled={busy} onClick={() => restoreIfSure("published")}>
              Restore for readers
            </SmallButton>
          )}
          <SmallButton look="quiet" disabled={busy} onClick={() => restoreIfSure("draft")}>
            Restore as a draft
          </SmallButton>
        </p>
      )}
      {mayEdit && correction && <p className="field-hint">The correction won’t change: “{correction}”</p>}
      {mayEdit && record.status === "published" && (
        <p className="field-hint">
          Restored as a draft, this {kind.noun} is hidden from readers until you publish it again.
        </p>
      )}
      {mayEdit && record.status === "scheduled" && (
        <p className="field-hint">Restored as a draft, this {kind.noun} won’t go out until you schedule it again.</p>
      )}
      {confirm}
    </div>
  );
}

/** A field's label on the screen. */
function labelOf<T extends Entry>(kind: Kind<T>, name: string): string {
  return kind.fields.find((field) => field.name === name)?.label ?? name;
}
