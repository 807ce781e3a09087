type Figure = [label: string, value: string | number, hint?: string];

/** What became of something, a line each. */
export function Figures({ list }: { list: Figure[] }) {
  return (
    <dl className="letter-figures">
      {list.map(([label, value, hint]) => (
        <div key={label}>
          <dt>
            {label}
            {hint && <span className="field-hint">{hint}</span>}
          </dt>
          <dd>{typeof value === "number" ? value.toLocaleString("en-US") : value}</dd>
        </div>
      ))}
    </dl>
  );
}
