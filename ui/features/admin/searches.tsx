import type { SearchMiss } from "../../shared/api.gen.ts";
import { count } from "../../shared/format.ts";
import { useList } from "./calls.ts";
import { OverviewPart, overviewListLook } from "./parts/overview-part.tsx";
import { Subheading } from "./parts/texts.tsx";
import { RecordTitle } from "./record-row.tsx";
import { Problem, Rows } from "./states.tsx";

/** Searches that found nothing. */
export function Searches() {
  const { items, error, reload } = useList<SearchMiss>("/api/admin/searches", {});
  return (
    <OverviewPart className="mb-8" aria-label="Searches with no results">
      <Subheading>Searches with no results</Subheading>
      {error ? <Problem error={error} onRetry={reload} /> : items ? <Misses items={items} /> : <Rows />}
    </OverviewPart>
  );
}

function Misses({ items }: { items: SearchMiss[] }) {
  if (items.length === 0)
    return (
      <p className="mt-3 text-small text-muted">
        In the last 90 days, no search by three or more readers came up empty.
      </p>
    );
  return (
    <>
      <p className="mt-3 text-small">Searched by three or more readers in the last 90 days</p>
      <ul className={overviewListLook}>
        {items.map(({ words, people }) => (
          <li key={words}>
            <RecordTitle>{words}</RecordTitle>
            <span className="flex-none ml-auto text-muted text-small">{count(people, "reader")}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
