import { useState } from "react";
import { search } from "../../paths.ts";
import type { AuditEntry } from "../../shared/api.gen.ts";
import { useSite } from "../../shared/site.ts";
import { Button } from "../../shared/ui/button.tsx";
import { failed, read, useRead } from "./calls.ts";
import { Choice } from "./fields.tsx";
import { usePlace } from "./place.ts";
import { Problem, Rows } from "./states.tsx";

/** A record as the log keeps it. */
type Kept = Record<string, unknown> | null;

const kinds = ["page", "content offer", "offer", "daily offer", "question", "user", "role", "token"];
const entriesAtOnce = 50;

/** Who changed what, newest first. */
export function Audit() {
  const { place, go } = usePlace();
  const path = `/api/admin/audit${search({ kind: place.kind, actor: place.q, limit: entriesAtOnce })}`;
  const first = useRead<AuditEntry[]>(path);
  return (
    <section aria-label="Audit log">
      <div className="tools">
        <Choice
          label="Kind"
          value={place.kind ?? ""}
          onChange={(event) => go({ kind: event.currentTarget.value || undefined })}
        >
          <option value="">Everything</option>
          {kinds.map((kind) => (
            <option key={kind}>{kind}</option>
          ))}
        </Choice>
        <ActorField value={place.q ?? ""} onChange={(q) => go({ q: q || undefined })} />
        <Button look="quiet" onClick={first.reload}>
          Refresh
        </Button>
      </div>
      {first.error ? (
        <Problem error={first.error} onRetry={first.reload} />
      ) : !first.data ? (
        <Rows />
      ) : (
        <Entries key={`${path} ${first.data[0]?.id}`} path={path} first={first.data} />
      )}
    </section>
  );
}

function ActorField({ value, onChange }: { value: string; onChange: (actor: string) => void }) {
  return (
    <form
      className="choice"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(String(new FormData(event.currentTarget).get("actor")).trim());
      }}
    >
      <label htmlFor="audit-actor">Who</label>
      <input id="audit-actor" key={value} name="actor" defaultValue={value} placeholder="Email, then Enter" />
    </form>
  );
}

function Entries({ path, first }: { path: string; first: AuditEntry[] }) {
  const [entries, setEntries] = useState(first);
  const [ended, setEnded] = useState(first.length < entriesAtOnce);
  const more = async () => {
    try {
      const response = await read(`${path}&before=${entries.at(-1)?.id}`);
      const older = (await response.json()) as AuditEntry[];
      setEntries([...entries, ...older]);
      setEnded(older.length < entriesAtOnce);
    } catch (error) {
      failed(error, "The site could not be reached.");
    }
  };
  if (entries.length === 0) return <p className="empty">Nothing was changed yet.</p>;
  return (
    <>
      <ol className="audit">
        {entries.map((entry) => (
          <EntryItem key={entry.id} entry={entry} />
        ))}
      </ol>
      {!ended && (
        <p className="mt-6 text-center">
          <Button look="quiet" onClick={more}>
            Show older
          </Button>
        </p>
      )}
    </>
  );
}

const verbs: Record<string, string> = {
  create: "added",
  update: "changed",
  delete: "deleted",
  restore: "restored",
};

function EntryItem({ entry }: { entry: AuditEntry }) {
  const { timezone } = useSite();
  const { at, actor, via, action, kind, subjectId } = entry;
  const [before, after] = [entry.before as Kept, entry.after as Kept];
  const when = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: timezone });
  const thing = after ?? before ?? {};
  const name = thing.title ?? thing.question ?? thing.email ?? "";
  const fields = differences(before, after);
  return (
    <li className="audit-entry">
      <p className="audit-what">
        <strong>{actor}</strong> {verbs[action] ?? action} {kind} {subjectId}
        {name ? `, ${name}` : ""}
      </p>
      <p className="audit-when">
        <time dateTime={at}>{when.format(new Date(at))}</time>
        {via !== "session" && ` · by ${via === "command" ? "command line" : via}`}
      </p>
      {fields.length > 0 && (
        <details>
          <summary>{fields.map(({ field }) => field).join(", ")}</summary>
          <div className="table-scroll">
            <table className="sums">
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  <th scope="col">Before</th>
                  <th scope="col">After</th>
                </tr>
              </thead>
              <tbody>
                {fields.map(({ field, was, is }) => (
                  <tr key={field}>
                    <th scope="row">{field}</th>
                    <td>{was}</td>
                    <td>{is}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </li>
  );
}

/** What each save changes by itself. */
const bookkeeping = ["version", "updatedAt", "createdAt"];

/** The fields that a change touched, as they were and as they are. */
export function differences(before: Kept, after: Kept) {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .filter((field) => !bookkeeping.includes(field))
    .map((field) => ({ field, was: shown(before?.[field]), is: shown(after?.[field]) }))
    .filter(({ was, is }) => was !== is);
}

function shown(value: unknown): string {
  if (value === undefined || value === null || value === "") return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}
