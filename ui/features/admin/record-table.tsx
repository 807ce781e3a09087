import { useState } from "react";
import { count } from "../../shared/format.ts";
import { FeaturedBadge } from "../../shared/ui/badge.tsx";
import { RelativeTime } from "../../shared/ui/time.tsx";
import type { Item, Kind } from "./kind.ts";
import type { Acts } from "./records.tsx";

interface RecordTableProps {
  kind: Kind;
  items: Item[];
  mayEdit: boolean;
  inBin: boolean;
  act: Acts;
  onEdit: (id: number) => void;
  onDelete: (ids: number[]) => void;
}

/** The records as a table; on small screens each row is a card. */
export function RecordTable({ kind, items, mayEdit, inBin, act, onEdit, onDelete }: RecordTableProps) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const ids = items.map(({ id }) => id).filter((id) => selected.has(id));
  const select = (id: number, on: boolean) => {
    const next = new Set(selected);
    if (on) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  return (
    <>
      {mayEdit && (
        <Selection
          {...{ ids, inBin, act, onDelete }}
          noun={kind.noun}
          all={items.length}
          onAll={(on) => setSelected(new Set(on ? items.map(({ id }) => id) : []))}
        />
      )}
      <table className="records">
        <thead>
          <tr>
            {mayEdit && (
              <th scope="col" className="cell-select">
                <span className="sr-only">Select</span>
              </th>
            )}
            <th scope="col">{kind.fields[0]?.label}</th>
            {kind.columns.map(({ label }) => (
              <th key={label} scope="col" className="cell-figure">
                {label}
              </th>
            ))}
            <th scope="col">{inBin ? "Deleted" : "Status"}</th>
            {mayEdit && (
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row
              key={item.id}
              {...{ kind, item, mayEdit, inBin, act, onEdit, onDelete }}
              selected={selected.has(item.id)}
              onSelect={(on) => select(item.id, on)}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}

interface RowProps extends Omit<RecordTableProps, "items"> {
  item: Item;
  selected: boolean;
  onSelect: (on: boolean) => void;
}

function Row({ kind, item, mayEdit, inBin, act, onEdit, onDelete, selected, onSelect }: RowProps) {
  const title = kind.titleOf(item);
  return (
    <tr data-selected={selected || undefined}>
      {mayEdit && (
        <td className="cell-select">
          <label className="select-box">
            <input type="checkbox" checked={selected} onChange={(event) => onSelect(event.currentTarget.checked)} />
            <span className="sr-only">Select {title}</span>
          </label>
        </td>
      )}
      <td className="cell-main">
        <span className="record-title">
          {title} {item.isFeatured === true && <FeaturedBadge />}
        </span>
        <span className="record-detail">{kind.detailOf(item)}</span>
      </td>
      {kind.columns.map(({ label, value }) => (
        <td key={label} className="cell-figure" data-label={label}>
          {value(item)}
        </td>
      ))}
      <td className="cell-status">
        {inBin ? (
          item.deletedAt && <RelativeTime iso={item.deletedAt} />
        ) : (
          <Switch
            label={`Active: ${title}`}
            on={item.isActive}
            disabled={!mayEdit}
            onChange={(on) => act.activate(item, on)}
          />
        )}
      </td>
      {mayEdit && (
        <td className="cell-act">
          {inBin ? (
            <button
              type="button"
              className="row-button"
              aria-label={`Restore ${title}`}
              onClick={() => act.restore([item.id])}
            >
              Restore
            </button>
          ) : (
            <>
              <button type="button" className="row-button" aria-label={`Edit ${title}`} onClick={() => onEdit(item.id)}>
                Edit
              </button>
              <button
                type="button"
                className="row-button row-danger"
                aria-label={`Delete ${title}`}
                onClick={() => onDelete([item.id])}
              >
                Delete
              </button>
            </>
          )}
        </td>
      )}
    </tr>
  );
}

interface SwitchProps {
  label: string;
  on: boolean;
  disabled: boolean;
  onChange: (on: boolean) => void;
}

/** Turns something on or off at once. */
export function Switch({ label, on, disabled, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={on}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!on)}
    >
      <span className="switch-track" />
      <span aria-hidden="true">{on ? "Active" : "Inactive"}</span>
    </button>
  );
}

interface SelectionProps {
  ids: number[];
  all: number;
  noun: string;
  inBin: boolean;
  act: Acts;
  onAll: (on: boolean) => void;
  onDelete: (ids: number[]) => void;
}

/** What can be done to all that are selected. */
function Selection({ ids, all, noun, inBin, act, onAll, onDelete }: SelectionProps) {
  const some = ids.length > 0;
  return (
    <div className="selection" data-some={some || undefined}>
      <label className="check-row">
        <input
          type="checkbox"
          checked={some && ids.length === all}
          ref={(box) => {
            if (box) box.indeterminate = some && ids.length < all;
          }}
          onChange={(event) => onAll(event.currentTarget.checked)}
        />
        <span>Select all</span>
      </label>
      <span role="status">{some && `${count(ids.length, noun)} selected`}</span>
      {some && inBin && (
        <button type="button" className="row-button" onClick={() => act.restore(ids)}>
          Restore
        </button>
      )}
      {some && !inBin && (
        <>
          <button type="button" className="row-button" onClick={() => act.activateAll(ids, true)}>
            Activate
          </button>
          <button type="button" className="row-button" onClick={() => act.activateAll(ids, false)}>
            Deactivate
          </button>
          <button type="button" className="row-button row-danger" onClick={() => onDelete(ids)}>
            Delete
          </button>
        </>
      )}
    </div>
  );
}
