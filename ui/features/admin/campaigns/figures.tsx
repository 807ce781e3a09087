export type Figure = [label: string, value: string | number, hint?: string];

/** Results, one per line. */
export function Figures({ list }: { list: Figure[] }) {
  return (
    <dl>
      {list.map(([label, value, hint]) => (
        <div key={label} className="flex items-baseline justify-between gap-4 border-t border-line py-2">
          <dt>
            {label}
            {hint && <span className="field-hint block">{hint}</span>}
          </dt>
          <dd className="font-semibold figures-tabular">
            {typeof value === "number" ? value.toLocaleString("en-US") : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
