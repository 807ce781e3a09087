import type { SearchMiss } from "../../shared/api.gen.ts";
import { count } from "../../shared/format.ts";
import { useList } from "./calls.ts";
import { Problem, Rows } from "./states.tsx";

/** What readers looked for in vain. */
export function Searches() {
  const { items, error, reload } = useList<SearchMiss>("/api/admin/searches", {});
  return (
    <section className="overview-part mb-8" aria-label="Searches without an answer">
      <h2 className="subheading">Searches without an answer</h2>
      {error ? <Problem error={error} onRetry={reload} /> : items ? <Misses items={items} /> : <Rows />}
    </section>
  );
}

function Misses({ items }: { items: SearchMiss[] }) {
  if (items.length === 0)
    return (
      <p className="mt-3 text-small text-muted">
        No search of three readers or more went without an answer in the last 90 days.
      </p>
    );
  return (
    <>
      <p className="mt-3 text-small">What three readers or more looked for in the last 90 days</p>
      <ul className="overview-list">
        {items.map(({ words, people }) => (
          <li key={words}>
            <span className="record-title">{words}</span>
            <span className="flex-none ml-auto text-muted text-small">{count(people, "reader")}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
