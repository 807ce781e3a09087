import type { SearchMiss } from "../../shared/api.gen.ts";
import { count } from "../../shared/format.ts";
import { useList } from "./calls.ts";

/** What readers looked for in vain; nothing while there is nothing. */
export function Searches() {
  const { items = [] } = useList<SearchMiss>("/api/admin/searches", {});
  if (items.length === 0) return null;
  return (
    <section className="overview-part mb-8" aria-label="Searches without an answer">
      <h2 className="subheading">Searches without an answer</h2>
      <p className="overview-all">What three readers or more looked for in the last 90 days</p>
      <ul className="overview-list">
        {items.map(({ words, people }) => (
          <li key={words}>
            <span className="record-title">{words}</span>
            <span className="overview-when">{count(people, "reader")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
