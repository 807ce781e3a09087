import { useState } from "react";
import { search } from "../../../paths.ts";
import type { Import, ImportLine, ImportReason } from "../../../shared/api.gen.ts";
import { Options } from "../../../shared/form/fields.tsx";
import { useList, useRead } from "../calls.ts";
import { Download } from "../download.tsx";
import { FiguresTable, Scrolling } from "../parts/figures-table.tsx";
import { Choice, Toolbar } from "../parts/toolbar.tsx";
import { MoreOfList, Problem, Rows } from "../states.tsx";
import { type Importable, outcomes, path } from "./import.ts";

/** The outcomes of an import's entries, refused ones first. */
export function Report({ of: { id, counts, state }, as: { table, entry } }: { of: Import; as: Importable }) {
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
          <Options
            of={there.map((outcome) => [outcome, `${outcomes[outcome]} (${counts[outcome].toLocaleString("en-US")})`])}
          />
        </Choice>
        {table && shown === "refused" && state === "checked" && (
          <Download path={`${path}/${id}/refused`} name="rows-with-errors" label="Download rows with errors" />
        )}
      </Toolbar>
      {table && shown === "refused" && state === "checked" && (
        <p className="field-hint">Download them first. We delete the file when you import the rest.</p>
      )}
      {table && shown === "refused" && state === "done" && (
        <p className="field-hint">We deleted the file once it was imported, so its rows can’t be downloaded anymore.</p>
      )}
      {table && shown !== "changed" ? (
        <Reasons id={id} outcome={shown} />
      ) : (
        <Lines id={id} outcome={shown} entry={entry} />
      )}
    </>
  );
}

/** The reasons in an import of a table, which has many similar rows. */
function Reasons({ id, outcome }: { id: number; outcome: string }) {
  const { data, error, reload } = useRead<ImportReason[]>(`${path}/${id}/reasons${search({ outcome })}`);
  if (error) return <Problem error={error} onRetry={reload} />;
  if (!data) return <Rows />;
  return (
    <section aria-label="Results">
      <FiguresTable of="words" className="[&_:is(td,th)]:align-top" heads={["Reason", "Rows", "Line numbers"]}>
        <tbody>
          {data.map(({ reason, count, lines }) => (
            <tr key={reason}>
              <th scope="row">{reason}</th>
              <td>{count.toLocaleString("en-US")}</td>
              <td>{lines.join(", ")}</td>
            </tr>
          ))}
        </tbody>
      </FiguresTable>
    </section>
  );
}

function Lines({ id, outcome, entry }: { id: number; outcome: string; entry: string }) {
  const list = useList<ImportLine>(`${path}/${id}/lines`, { outcome });
  if (list.error) return <Problem error={list.error} onRetry={list.reload} />;
  if (!list.data) return <Rows />;
  return (
    <>
      <Scrolling
        className="max-h-80 overflow-auto [&_:is(td,th)]:align-top [&_td:first-of-type]:min-w-48"
        aria-label="Results"
      >
        <FiguresTable of="words" heads={[entry, "Reason"]}>
          <tbody>
            {list.data.map(({ n, name, line, reason }) => (
              <tr key={n}>
                <th scope="row">{name ? `${name}${line > 0 ? `, line ${line}` : ""}` : line}</th>
                <td>{reason || "–"}</td>
              </tr>
            ))}
          </tbody>
        </FiguresTable>
      </Scrolling>
      <MoreOfList list={list} />
    </>
  );
}
