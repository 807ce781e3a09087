import { type ReactNode, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { count } from "../../shared/format.ts";
import { Button } from "../../shared/ui/button.tsx";
import { SearchForm, useSearchText } from "../../shared/ui/search.tsx";
import { RelativeTime } from "../../shared/ui/time.tsx";
import { type Acts, actsOn } from "./acts.ts";
import { type List, useList } from "./calls.ts";
import { Confirm, useConfirm } from "./confirm.tsx";
import { Dialog, DialogFooter } from "./dialog.tsx";
import { type Column, capitalized, type Entry, type Kind, words } from "./kind.ts";
import { RowButton } from "./parts/buttons.tsx";
import { Note } from "./parts/texts.tsx";
import { Segment, Segments, Toolbar } from "./parts/toolbar.tsx";
import { placeWith, usePlace } from "./place.ts";
import type { Selected } from "./record-row.tsx";
import { RecordTable, selectedOf } from "./record-table.tsx";
import { Loaded, MoreOfList, Nothing } from "./states.tsx";

/** A status filter of a list. */
interface Status {
  id: string;
  label: string;
  /** Query parameters of the API. */
  filter: object;
}

/** What a list's columns depend on. */
export interface ListContext<T extends Entry> {
  act: Acts<T>;
  inBin: boolean;
  mayEdit: boolean;
  openAt: (item: T) => string;
  onDelete: (items: T[]) => void;
}

/** A batch action. */
export interface Batch {
  label: string;
  action: string;
  /** The question before it, given the number of records in words. */
  question?: (these: string) => string;
}

interface RecordListProps<T extends Entry> {
  kind: Kind<T>;
  mayEdit: boolean;
  /** Limits the list, for example to the records of a page. */
  scope?: object;
  statuses: Status[];
  columns: (context: ListContext<T>) => Column<T>[];
  /** Batch actions beside deleting. */
  batch: Batch[];
  /** Address at which a record is opened, unless it is in the trash. */
  openAt: (item: T) => string;
  /** Buttons that add records. */
  add: ReactNode;
  /** Wraps the table in the context of its columns. */
  around?: (table: ReactNode, items: T[]) => ReactNode;
  /** A dialog over the list. */
  children?: (list: List<T>) => ReactNode;
}

/** A list of records with search, filters and sorting, all kept in the address, and batch actions. */
export function RecordList<T extends Entry>(props: RecordListProps<T>) {
  const { kind, scope, statuses, mayEdit } = props;
  const { place } = usePlace();
  const inBin = place.bin === "1";
  const status = statuses.find(({ id }) => id === place.status);
  const filter = { ...scope, q: place.q, ...status?.filter, bin: inBin || undefined, sort: place.sort };
  const list = useList<T>(kind.path, filter);
  return (
    <section aria-label={`${capitalized(kind.noun)}s`}>
      <Toolbar>
        <Finder noun={kind.noun} />
        <Statuses statuses={statuses} />
        {mayEdit && !inBin && props.add}
      </Toolbar>
      {inBin && <Note>Items stay in the trash for 30 days. You can restore them until then.</Note>}
      <Loaded of={list}>
        {(items) => <Items key={JSON.stringify(filter)} {...props} {...{ list, items, inBin }} />}
      </Loaded>
      {!inBin && props.children?.(list)}
    </section>
  );
}

interface ItemsProps<T extends Entry> extends RecordListProps<T> {
  list: List<T>;
  items: T[];
  inBin: boolean;
}

function Items<T extends Entry>(props: ItemsProps<T>) {
  const { kind, mayEdit, batch, columns, list, items, inBin } = props;
  const { place, go } = usePlace();
  const [selection, setSelection] = useState<Selected>({});
  const [deleting, setDeleting] = useState<T[] | null>(null);
  const { ask, confirm } = useConfirm();
  const counted = useRef<HTMLParagraphElement>(null);
  const act = useMemo(() => actsOn(kind), [kind]);
  const openAt = inBin ? openHere : props.openAt;
  const shown = useMemo(
    () => columns({ act, inBin, mayEdit, openAt, onDelete: setDeleting }),
    [columns, act, inBin, mayEdit, openAt],
  );
  const selected = useMemo(() => selectedOf(items, selection), [items, selection]);
  const these = selected.length === 1 ? `this ${kind.noun}` : `these ${count(selected.length, kind.noun)}`;
  const opened = inBin ? items.find(({ id }) => String(id) === place.edit) : undefined;
  return (
    <>
      <div className={listBarLook}>
        <p ref={counted} tabIndex={-1} role="status">
          {selected.length > 0 ? `${count(selected.length, kind.noun)} selected` : count(list.total, kind.noun)}
          {inBin && selected.length === 0 && " in the trash"}
        </p>
        {selected.length > 0 && (
          <Selection
            acts={
              inBin
                ? [{ label: "Restore", run: () => act.restore(selected) }]
                : batch.map(({ label, action, question }) => {
                    const run = () => act.all(action, selected);
                    const title = `${label} ${count(selected.length, kind.noun)}`;
                    const asked = question && { title, question: question(these), act: label, onConfirm: run };
                    return { label, run: asked ? () => ask(asked) : run };
                  })
            }
            onDelete={inBin ? undefined : () => setDeleting(selected)}
            onClear={() => setSelection({})}
          />
        )}
      </div>
      {items.length === 0 ? (
        <Empty noun={kind.noun} narrowed={Boolean(place.q || place.status)} inBin={inBin} mayEdit={mayEdit} />
      ) : (
        (props.around ?? alone)(
          <RecordTable
            label={`${capitalized(kind.noun)}s`}
            columns={shown}
            items={items}
            total={list.total}
            nameOf={kind.titleOf}
            sort={place.sort}
            onSort={(sort) => go({ sort }, { toTop: true })}
            selection={mayEdit ? selection : undefined}
            onSelection={setSelection}
            openAt={openAt}
            stale={list.stale}
          />,
          items,
        )
      )}
      <MoreOfList list={list} />
      {opened && (
        <Deleted
          kind={kind}
          item={opened}
          onRestore={mayEdit ? () => act.restore([opened]) : undefined}
          onClose={(restored) => {
            flushSync(() => go({ edit: undefined }, { replace: true }));
            if (restored) counted.current?.focus();
          }}
        />
      )}
      {confirm}
      {deleting && (
        <Confirm
          title={`Delete ${kind.noun}${deleting.length > 1 ? "s" : ""}`}
          question={words.confirm(kind.noun, deleting.length)}
          effect={words.effect(kind.noun, deleting.length)}
          act="Delete"
          onConfirm={() => act.remove(deleting)}
          onClose={(done) => {
            flushSync(() => setDeleting(null));
            if (done) counted.current?.focus(); // the button that asked disappears with its row
          }}
        />
      )}
    </>
  );
}

const alone = (table: ReactNode) => table;

/** The bar above a table, with the count and batch actions. It stays in view. */
export const listBarLook =
  "sticky top-(--bar) z-3 flex gap-1 items-center h-(--list-bar) overflow-x-auto bg-paper text-small whitespace-nowrap [&>[role=status]]:mr-3 [&>[role=status]]:figures-tabular";

/** The list's address with a record open. */
export function openHere({ id }: Entry): string {
  return placeWith({ edit: String(id) });
}

/** Searches a list, through the address. */
export function Finder({ noun }: { noun: string }) {
  const { place } = usePlace();
  const { text, setText, submit } = useSearchText(place.q ?? "", (q) => placeWith({ q }));
  return (
    <SearchForm
      look="desk"
      action={location.pathname}
      label={`Search ${noun}s`}
      placeholder={`Search ${noun}s...`}
      text={text}
      onText={setText}
      onSubmit={submit}
      keep={{ ...place, q: undefined }}
    />
  );
}

function Statuses({ statuses }: { statuses: Status[] }) {
  const { place, go } = usePlace();
  const inBin = place.bin === "1";
  const segment = (label: string, pressed: boolean, change: { status?: string; bin?: string }) => (
    <Segment
      key={label}
      pressed={pressed}
      onClick={() => go({ status: undefined, bin: undefined, edit: undefined, ...change }, { toTop: true })}
    >
      {label}
    </Segment>
  );
  return (
    <Segments label="Status">
      {segment("All", !place.status && !inBin, {})}
      {statuses.map(({ id, label }) => segment(label, place.status === id && !inBin, { status: id }))}
      {segment("Trash", inBin, { bin: "1" })}
    </Segments>
  );
}

interface SelectionProps {
  acts: { label: string; run: () => void }[];
  onDelete?: () => void;
  onClear: () => void;
}

/** Actions on the selected records. */
export function Selection({ acts, onDelete, onClear }: SelectionProps) {
  return (
    <>
      {acts.map(({ label, run }) => (
        <RowButton key={label} onClick={run}>
          {label}
        </RowButton>
      ))}
      {onDelete && (
        <RowButton danger onClick={onDelete}>
          Delete
        </RowButton>
      )}
      <RowButton className="ml-auto" onClick={onClear}>
        Clear
      </RowButton>
    </>
  );
}

interface EmptyProps {
  noun: string;
  narrowed: boolean;
  inBin: boolean;
  mayEdit: boolean;
}

function Empty({ noun, narrowed, inBin, mayEdit }: EmptyProps) {
  if (narrowed) return <Nothing title={`No ${noun}s found`}>Try different words or another status.</Nothing>;
  if (inBin) return <Nothing title="The trash is empty">Deleted items stay here for 30 days.</Nothing>;
  return (
    <Nothing title={`No ${noun}s yet`}>
      {mayEdit ? "Add one to get started." : `Every ${noun} that staff add appears here.`}
    </Nothing>
  );
}

interface DeletedProps<T extends Entry> {
  kind: Kind<T>;
  item: T;
  /** Undefined if the user may not restore it. */
  onRestore?: () => Promise<void>;
  /** Called with whether it was restored. */
  onClose: (restored: boolean) => void;
}

/** A record in the trash, with the button to restore it. */
function Deleted<T extends Entry>({ kind, item, onRestore, onClose }: DeletedProps<T>) {
  const [busy, setBusy] = useState(false);
  const detail = kind.detailOf(item);
  return (
    <Dialog title={kind.titleOf(item) || `Untitled ${kind.noun}`} onClose={() => onClose(false)}>
      {detail && <p className="break-words">{detail}</p>}
      <p className="mt-2 text-muted">
        {capitalized(kind.noun)} {item.id}, deleted {item.deletedAt && <RelativeTime iso={item.deletedAt} />}.
        {onRestore && " Restore it to read or edit it."}
      </p>
      <DialogFooter>
        <Button look="quiet" onClick={() => onClose(false)}>
          Close
        </Button>
        {onRestore && (
          <Button
            disabled={busy}
            onClick={async () => {
              setBusy(true);
              await onRestore();
              onClose(true);
            }}
          >
            Restore
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
