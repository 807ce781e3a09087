import { useMemo, useState } from "react";
import { FeaturedBadge } from "../../shared/ui/badge.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { RelativeTime } from "../../shared/ui/time.tsx";
import type { Acts } from "./acts.ts";
import { BulkImport } from "./bulk-import.tsx";
import { attempt, write } from "./calls.ts";
import { bodyOf, type Column, capitalized, type Item, type Kind, valuesOf, words } from "./kind.ts";
import { RowButton } from "./parts/buttons.tsx";
import { NoteBadge } from "./parts/texts.tsx";
import { usePlace } from "./place.ts";
import { RecordDialog } from "./record-dialog.tsx";
import { type ListContext, openHere, RecordList } from "./record-list.tsx";
import { RecordName } from "./record-row.tsx";
import { FiguresOfRows } from "./reports/row-figures.tsx";
import { Switch } from "./switch.tsx";

interface RecordsProps<T extends Item> {
  kind: Kind<T>;
  /** Content page of the records. */
  pageId?: number;
  mayEdit: boolean;
  /** Called with the server's response to a save. */
  onSaved?: (saved: T) => void;
}

const statuses = [
  { id: "active", label: "Active", filter: { active: true } },
  { id: "inactive", label: "Inactive", filter: { active: false } },
];

const batch = [
  { label: "Activate", action: "activate" },
  { label: "Deactivate", action: "deactivate" },
];

/** A list of records that are edited in a dialog and, if they have the field, activated and deactivated. */
export function Records<T extends Item>({ kind, pageId, mayEdit, onSaved }: RecordsProps<T>) {
  const { place, go } = usePlace();
  const [copy, setCopy] = useState<T | null>(null); // the list may not have it yet
  const duplicate = (item: T) =>
    attempt(
      async () => {
        const values = valuesOf(kind, { ...item, ...kind.copyOf?.(item) });
        const names = kind.fields.map(({ name }) => name);
        const made = await write<T>("POST", kind.path, { ...bodyOf(kind, values, names), pageId });
        setCopy(made);
        go({ edit: String(made.id) }, { replace: true });
      },
      words.failed(kind.noun, "duplicate"),
      { title: words.done(kind.noun, "duplicated"), text: "The copy is inactive." },
    );
  const columns = useMemo(() => (context: ListContext<T>) => columnsOf(kind, context), [kind]);
  return (
    <RecordList
      {...{ kind, mayEdit, columns }}
      statuses={isSwitched(kind) ? statuses : []}
      batch={isSwitched(kind) ? batch : []}
      scope={{ pageId }}
      openAt={openHere}
      around={(table, items) =>
        kind.reported ? (
          <FiguresOfRows by={kind.reported.by} keys={items.map(kind.reported.key)}>
            {table}
          </FiguresOfRows>
        ) : (
          table
        )
      }
      add={
        <>
          {kind.address && <BulkImport path={kind.path} pageId={pageId} />}
          <Button onClick={() => go({ edit: "new" })}>Add {capitalized(kind.noun)}</Button>
        </>
      }
    >
      {({ data: items }) =>
        mayEdit &&
        place.edit &&
        (place.edit === "new" || items) && (
          <RecordDialog
            key={place.edit}
            {...{ kind, pageId, onSaved }}
            edit={place.edit}
            item={[...(items ?? []), copy].find((item) => String(item?.id) === place.edit) ?? undefined}
            onDuplicate={kind.copyOf && duplicate}
            start={kind.address && place.address ? { [kind.address.field]: place.address } : undefined}
            onClose={() => go({ edit: undefined, address: undefined }, { replace: true })}
          />
        )
      }
    </RecordList>
  );
}

function isSwitched<T extends Item>({ fields }: Kind<T>): boolean {
  return fields.some(({ name }) => name === "isActive");
}

function columnsOf<T extends Item>(kind: Kind<T>, context: ListContext<T>): Column<T>[] {
  const { act, inBin, mayEdit, openAt, onDelete } = context;
  const hasPicture = kind.fields.some(({ name }) => name === "imageUrl");
  const named = kind.fields.find(({ required }) => required);
  const name: Column<T> = {
    label: named?.label ?? "",
    sort: kind.orders.find((order) => order === named?.name),
    cell: "main",
    value: (item) => (
      <RecordName
        title={kind.titleOf(item)}
        detail={kind.detailOf(item)}
        to={mayEdit || inBin ? openAt(item) : undefined}
        picture={hasPicture ? (item.imageUrl ?? null) : undefined}
      >
        {item.isFeatured && <FeaturedBadge />}
        {kind.noteOf?.(item) && <NoteBadge>{kind.noteOf(item)}</NoteBadge>}
      </RecordName>
    ),
  };
  const state: Column<T> = inBin
    ? { label: "Deleted", width: 9, value: (item) => item.deletedAt && <RelativeTime iso={item.deletedAt} /> }
    : {
        label: "Status",
        width: 7,
        cell: "status",
        value: (item) => (
          <Switch
            label={`Active: ${kind.titleOf(item)}`}
            on={item.isActive === true}
            disabled={!mayEdit}
            onChange={(on) => act.set(item, { isActive: on })}
          />
        ),
      };
  const acts: Column<T> = {
    label: "Actions",
    width: 6,
    cell: "act",
    value: (item) => {
      const title = kind.titleOf(item);
      return inBin ? (
        <RowButton aria-label={`Restore ${title}`} onClick={() => act.restore([item])}>
          Restore
        </RowButton>
      ) : (
        <RowButton danger aria-label={`Delete ${title}`} onClick={() => onDelete([item])}>
          Delete
        </RowButton>
      );
    },
  };
  const columns = mayEdit && !inBin ? kind.columns.map((column) => withInput(kind, column, act)) : kind.columns;
  return [name, ...columns, ...(inBin || isSwitched(kind) ? [state] : []), ...(mayEdit ? [acts] : [])];
}

/** Makes a column's number editable in the list, if it is such a column. */
function withInput<T extends Item>(kind: Kind<T>, column: Column<T>, act: Acts<T>): Column<T> {
  const field = kind.fields.find(({ name }) => name === column.input);
  if (!field) return column;
  return {
    ...column,
    value: (item) => (
      <NumberInput
        label={`${field.label}: ${kind.titleOf(item)}`}
        value={Number((item as Record<string, unknown>)[field.name])}
        least={field.least}
        most={field.most}
        onChange={(value) => act.set(item, { [field.name]: value })}
      />
    ),
  };
}

interface NumberInputProps {
  label: string;
  value: number;
  least?: number;
  most?: number;
  onChange: (value: number) => void;
}

/** A whole number edited in a list. Enter or leaving it saves; Escape, or an invalid value, restores it. */
function NumberInput({ label, value, least = 0, most, onChange }: NumberInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const leave = () => {
    const number = Number(typed);
    const fits = typed?.trim() && Number.isInteger(number) && number >= least && number <= (most ?? number);
    if (fits && number !== value) onChange(number);
    setTyped(null);
  };
  return (
    <input
      className="min-h-7 w-12 rounded-small border border-transparent bg-transparent px-1.5 text-inherit [font:inherit] [text-align:inherit] figures-tabular hover:border-muted hover:bg-surface focus:border-muted focus:bg-surface"
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      value={typed ?? value}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === "Enter") leave();
        if (event.key === "Escape") setTyped(null);
      }}
    />
  );
}
