import { useState } from "react";
import type { Import, ImportLine } from "../../../shared/api.gen.ts";
import { useList } from "../calls.ts";
import { FiguresTable } from "../parts/figures-table.tsx";
import { Choice, Toolbar } from "../parts/toolbar.tsx";
import { MoreOfList, Problem, Rows } from "../states.tsx";
import { outcomes, path } from "./import.ts";

/** What became of the entries of an import, or would, the refused ones first. */
export function Report({ of: { id, counts }, entry }: { of: Import; entry: string }) {
  const there = (Object.keys(outcomes) as ImportLine["outcome"][]).filter((outcome) => counts[outcome] > 0);
  const [first] = there;
  const [shown, setShown] = useState(first);
  if (!shown) return null;
  return (
    <>
      <Toolbar>
        <Choice
          label="Show"
          value={shown}
          onChange={({ currentTarget: { value } }) => setShown(value as ImportLine["outcome"])}
        >
          {there.map((outcome) => (
            <option key={outcome} value={outcome}>
              {`${outcomes[outcome]} (${counts[outcome].toLocaleString("en-US")})`}
            </option>
          ))}
        </Choice>
      </Toolbar>
      <Lines id={id} outcome={shown} entry={entry} />
    </>
  );
}

function Lines({ id, outcome, entry }: { id: number; outcome: string; entry: string }) {
  const list = useList<ImportLine>(`${path}/${id}/lines`, { outcome });
  if (list.error) return <Problem error={list.error} onRetry={list.reload} />;
  if (!list.items) return <Rows />;
  return (
    <>
      <section
        className="max-h-80 overflow-auto [&_:is(td,th)]:align-top [&_td:first-of-type]:min-w-48"
        aria-label="Results"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: by keyboard it is scrolled when it has the focus
        tabIndex={0}
      >
        <FiguresTable of="words">
          <thead>
            <tr>
              <th scope="col">{entry}</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {list.items.map(({ n, name, line, reason }) => (
              <tr key={n}>
                <th scope="row">{name ? `${name}${line > 0 ? `, line ${line}` : ""}` : line}</th>
                <td>{reason || "–"}</td>
              </tr>
            ))}
          </tbody>
        </FiguresTable>
      </section>
      <MoreOfList list={list} />
    </>
  );
}
