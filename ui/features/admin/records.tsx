import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type AdminPlace, paths, search } from "../../paths.ts";
import { count } from "../../shared/format.ts";
import { Button } from "../../shared/ui/button.tsx";
import { SearchForm, useSearchText } from "../../shared/ui/search.tsx";
import { showToast } from "../../shared/ui/show-toast.ts";
import { failed, useList, write } from "./calls.ts";
import { Confirm } from "./confirm.tsx";
import { capitalized, type Item, type Kind, words } from "./kind.ts";
import { placeWith, usePlace } from "./place.ts";
import { RecordDialog } from "./record-dialog.tsx";
import { RecordTable } from "./record-table.tsx";
import { MoreOfList, Problem, Rows } from "./states.tsx";

interface RecordsProps {
  kind: Kind;
  /** Of the content page whose records these are. */
  pageId?: number;
  mayEdit: boolean;
  /** Further buttons beside Add; they may read the list anew. */
  tools?: (reload: () => void) => ReactNode;
}

/** A list of one kind of record: search, add, edit, switch, delete, one by one or many at once, and the bin. */
export function Records({ kind, pageId, mayEdit, tools }: RecordsProps) {
  const { place, go } = usePlace();
  const inBin = place.bin === "1";
  const query = search({ pageId, q: place.q, bin: inBin || undefined });
  const list = useList<Item>(`${kind.path}${query || "?"}`);
  const act = useActs(kind, list.reload, list.replace);
  const [deleting, setDeleting] = useState<number[] | null>(null);
  const counted = useRef<HTMLParagraphElement>(null);
  const edited = list.items?.find((item) => String(item.id) === place.edit);
  const mayOpen = mayEdit && place.edit !== undefined && (place.edit === "new" || list.items !== undefined);
  return (
    <section aria-label={`${capitalized(kind.noun)}s`}>
      <div className="tools">
        <Finder kind={kind} place={place} />
        <Button look="quiet" aria-pressed={inBin} onClick={() => go({ bin: inBin ? undefined : "1" })}>
          {inBin ? "Leave the bin" : "Bin"}
        </Button>
        {mayEdit && !inBin && (
          <>
            {tools?.(list.reload)}
            <Button onClick={() => go({ edit: "new" })}>Add {capitalized(kind.noun)}</Button>
          </>
        )}
      </div>
      {inBin && <p className="note">What was deleted stays here for 30 days and can be taken back.</p>}
      {list.error ? (
        <Problem error={list.error} onRetry={list.reload} />
      ) : !list.items ? (
        <Rows />
      ) : list.items.length === 0 ? (
        <Nothing kind={kind} searched={Boolean(place.q)} inBin={inBin} />
      ) : (
        <>
          <p ref={counted} tabIndex={-1} className="results-count" role="status">
            {count(list.total ?? 0, kind.noun)}
            {inBin && " in the bin"}
          </p>
          <RecordTable
            key={`${kind.id}${query}`}
            {...{ kind, mayEdit, inBin, act }}
            items={list.items}
            onEdit={(id) => go({ edit: String(id) })}
            onDelete={setDeleting}
          />
          <MoreOfList list={list} />
        </>
      )}
      {mayOpen && place.edit && (
        <RecordDialog
          key={place.edit}
          {...{ kind, pageId }}
          edit={place.edit}
          item={edited}
          onSaved={list.reload}
          onClose={() => go({ edit: undefined }, { replace: true })}
        />
      )}
      {deleting && (
        <Confirm
          title={`Delete ${kind.noun}${deleting.length > 1 ? "s" : ""}`}
          question={words.confirm(kind.noun, deleting.length)}
          act="Delete"
          onConfirm={() => act.remove(deleting)}
          onClose={(done) => {
            flushSync(() => setDeleting(null));
            if (done) counted.current?.focus(); // the button that asked goes with its row
          }}
        />
      )}
    </section>
  );
}

function Finder({ kind, place }: { kind: Kind; place: AdminPlace }) {
  const { text, setText, submit } = useSearchText(place.q ?? "", (q) => placeWith({ q }));
  return (
    <SearchForm
      action={paths.adminContent}
      label={`Search ${kind.noun}s`}
      placeholder={`Search ${kind.noun}s...`}
      text={text}
      onText={setText}
      onSubmit={submit}
      keep={{ ...place, q: undefined }}
    />
  );
}

function Nothing({ kind, searched, inBin }: { kind: Kind; searched: boolean; inBin: boolean }) {
  const [title, text] = searched
    ? [`No ${kind.noun}s found`, "Try other words."]
    : inBin
      ? ["The bin is empty", "What you delete comes here first."]
      : [`No ${kind.noun}s yet`, `The first ${kind.noun} you add shows here.`];
  return (
    <div className="empty" role="status">
      <h2 className="heading">{title}</h2>
      <p className="mt-2 text-muted">{text}</p>
    </div>
  );
}

/** What can be done to records of a list; each tells how it went. */
export type Acts = ReturnType<typeof useActs>;

function useActs(kind: Kind, reload: () => void, replace: (items: Item[]) => void) {
  const attempt = async (act: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      failed(error, words.failed(kind.noun, act));
      reload();
    }
  };
  const batch = (action: string, ids: number[]) => write<Item[]>("POST", `${kind.path}/batch`, { ids, action });
  const restore = (ids: number[]) =>
    attempt("restore", async () => {
      if (ids.length === 1) await write("POST", `${kind.path}/${ids[0]}/restore`);
      else await batch("restore", ids);
      reload();
      void showToast({ title: words.done(kind.noun, "restored") });
    });
  return {
    restore,
    activate: ({ id }: Item, isActive: boolean) =>
      attempt("update", async () => {
        replace([await write<Item>("PUT", `${kind.path}/${id}`, { isActive })]);
        void showToast({ title: words.done(kind.noun, "updated") });
      }),
    activateAll: (ids: number[], isActive: boolean) =>
      attempt("update", async () => {
        replace(await batch(isActive ? "activate" : "deactivate", ids));
        void showToast({ title: words.done(kind.noun, "updated") });
      }),
    remove: (ids: number[]) =>
      attempt("delete", async () => {
        if (ids.length === 1) await write("DELETE", `${kind.path}/${ids[0]}`);
        else await batch("delete", ids);
        reload();
        void showToast({
          title: words.done(kind.noun, "deleted"),
          action: { label: "Undo", run: () => void restore(ids) },
        });
      }),
  };
}
