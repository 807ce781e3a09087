import { useState } from "react";
import { search } from "../../paths.ts";
import { Group, Options } from "../../shared/form/fields.tsx";
import { count } from "../../shared/format.ts";
import { useSettled } from "../../shared/use-settled.ts";
import { useRead } from "./calls.ts";

interface RecordChoiceProps {
  name: string;
  label: string;
  hint?: string;
  error?: string;
  /** Path of the list to choose from. */
  list: string;
  /** What limits the list. */
  filter?: { pageId?: number; active?: boolean };
  /** The edited record, which can't choose itself. */
  not?: number;
  /** Id of the record; empty for none. */
  value: string;
  onChange: (value: string) => void;
}

interface Choosable {
  id: number;
  title?: string;
  name?: string;
}

/** How many records are offered at once, and from how many on they can be searched. */
const most = { offered: 200, unsearched: 20 };

/** Chooses a record of another list, or none. */
export function RecordChoice({ name, list, filter, not, value, onChange, ...said }: RecordChoiceProps) {
  const [q, setQ] = useState("");
  const [chosen, setChosen] = useState<Choosable>();
  const read = (q?: string) => `${list}${search({ ...filter, q, limit: most.offered })}`;
  const all = useRead<Choosable[]>(read()).data ?? [];
  const words = useSettled(q.trim());
  const found = useRead<Choosable[]>(words ? read(words) : null, { keepLast: true }).data;
  const offered = ((q.trim() && found) || all).filter(({ id }) => id !== not);
  const isValue = ({ id }: Choosable) => String(id) === value;
  const current = [...all, ...(chosen ? [chosen] : [])].find(isValue);
  return (
    <Group {...said}>
      {all.length > most.unsearched && (
        <input
          aria-label="Search by name"
          placeholder="Search by name"
          autoComplete="off"
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()} // the form isn't complete
        />
      )}
      <select
        aria-label={said.label}
        name={name}
        value={value}
        onChange={({ currentTarget }) => {
          setChosen(offered.find(({ id }) => String(id) === currentTarget.value));
          onChange(currentTarget.value);
        }}
      >
        <option value="">None</option>
        {value && !offered.some(isValue) && (
          <option value={value}>{nameOf(current) ?? `${said.label} ${value}`}</option>
        )}
        <Options of={offered.map((record) => [record.id, nameOf(record) ?? ""])} />
      </select>
      {q.trim() && found && (
        <p role="status" className="field-hint">
          {offered.length === 0 ? "No matches." : `${count(offered.length, "result")}. Choose one above.`}
        </p>
      )}
    </Group>
  );
}

const nameOf = (record?: Choosable) => record?.title ?? record?.name;
