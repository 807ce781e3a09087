import { useQuery } from "@tanstack/react-query";
import type { Import } from "../../../shared/api.gen.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { LongDate } from "../../../shared/ui/time.tsx";
import { read } from "../calls.ts";
import { Problem, Rows } from "../states.tsx";
import { Current } from "./current.tsx";
import { isMoving, isOpen, path, stateOf, summary } from "./import.ts";
import { Upload } from "./upload.tsx";

/** How often the state is read while something is under way, in milliseconds. */
const lookAgain = 1000;

/** The magazine out and in. What is under way is known by the server, so a reload changes nothing. */
export function Archive() {
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: async () => (await read(path)).json() as Promise<Import[]>,
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? lookAgain : false),
  });
  const [newest, ...earlier] = data ?? [];
  return (
    <div className="grid gap-10 max-w-176">
      <section className="grid gap-4" aria-labelledby="export">
        <h2 id="export" className="subheading">
          Export
        </h2>
        <p className="field-hint">
          All authors, claims, articles, guides, topics and pictures that are not in the bin, drafts too, as a zip of
          Markdown files. It can be brought in again here or elsewhere.
        </p>
        <form method="post" action="/api/admin/export">
          <Button type="submit" look="quiet">
            Export as zip
          </Button>
        </form>
      </section>
      <section className="grid gap-4" aria-labelledby="import">
        <h2 id="import" className="subheading">
          Import
        </h2>
        {!data ? (
          error ? (
            <Problem error={error} onRetry={() => void refetch()} />
          ) : (
            <Rows />
          )
        ) : (
          <>
            {!(newest && isOpen(newest)) && <Upload />}
            {newest && <Current key={newest.id} of={newest} />}
          </>
        )}
      </section>
      {earlier.length > 0 && <Earlier imports={earlier} />}
    </div>
  );
}

function Earlier({ imports }: { imports: Import[] }) {
  return (
    <section className="grid gap-4" aria-labelledby="earlier">
      <h2 id="earlier" className="subheading">
        Earlier imports
      </h2>
      <ul className="audit">
        {imports.map((one) => (
          <li key={one.id} className="audit-entry">
            <p>
              <strong>{one.name}</strong> · {stateOf[one.state]}
            </p>
            <p className="text-muted text-small">
              <LongDate iso={one.createdAt} />
              {one.state === "done" && ` · ${summary(one.counts)}`}
              {one.reason && ` · ${one.reason}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
