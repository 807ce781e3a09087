import { Group, Options } from "../../shared/form/fields.tsx";
import { useRead } from "./calls.ts";

interface RecordChoiceProps {
  name: string;
  label: string;
  hint?: string;
  error?: string;
  /** Path of the list to choose from. */
  list: string;
  /** The edited record, which can't choose itself. */
  not?: number;
  /** Id of the record; empty for none. */
  value: string;
  onChange: (value: string) => void;
}

/** Chooses a record of another list, or none. */
export function RecordChoice({ name, list, not, value, onChange, ...said }: RecordChoiceProps) {
  const { data: records } = useRead<{ id: number; title?: string; name?: string }[]>(list);
  const known = records?.some(({ id }) => String(id) === value);
  return (
    <Group {...said}>
      <select
        aria-label={said.label}
        name={name}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">None</option>
        {value && !known && <option value={value}>{`${said.label} ${value}`}</option>}
        <Options
          of={(records ?? []).filter(({ id }) => id !== not).map(({ id, title, name }) => [id, title ?? name ?? ""])}
        />
      </select>
    </Group>
  );
}
