import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router";
import { search } from "../../paths.ts";
import type { AuditEntry, StaffPage } from "../../shared/api.gen.ts";
import { machineTime } from "../../shared/format.ts";
import { useSite } from "../../shared/site.ts";
import { Button } from "../../shared/ui/button.tsx";
import { differences } from "./audit-differences.ts";
import { isLabeled, type Lists, type Pages, sentenceOf, wordsOf } from "./audit-sentence.ts";
import { attempt, failed, read, useRead, write } from "./calls.ts";
import { useConfirm } from "./confirm.tsx";
import { inWords } from "./in-words.ts";
import { capitalized } from "./kind.ts";
import { TextButton } from "./parts/buttons.tsx";
import { FiguresTable } from "./parts/figures-table.tsx";
import { Filter } from "./parts/filter.tsx";
import { LogEntry } from "./parts/texts.tsx";
import { Find, Toolbar } from "./parts/toolbar.tsx";
import { usePlace } from "./place.ts";
import { Problem, Rows } from "./states.tsx";

const pageSize = 50;

/** The audit log, newest first. */
export function Audit({ lists }: { lists: Lists }) {
  const { place, go } = usePlace();
  const filter = { kind: place.kind, actor: place.q };
  const log = useInfiniteQuery({
    queryKey: ["audit", filter],
    queryFn: async ({ pageParam: before }) => {
      const response = await read(`/api/admin/audit${search({ ...filter, limit: pageSize, before })}`);
      return (await response.json()) as AuditEntry[];
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (part) => (part.length < pageSize ? undefined : part.at(-1)?.id),
  });
  const kinds = useRead<string[]>("/api/admin/audit/kinds").data ?? (place.kind ? [place.kind] : []);
  const entries = log.data?.pages.flat();
  const content = useRead<StaffPage[]>("/api/content/pages?limit=200").data;
  const pages: Pages = useMemo(() => new Map(content?.map(({ id, slug }) => [id, slug])), [content]);
  const more = async () => {
    const { isFetchNextPageError, error } = await log.fetchNextPage();
    if (isFetchNextPageError) failed(error, "We couldn’t reach the site. Try again.");
  };
  return (
    <section aria-label="Audit log">
      <Toolbar>
        <Filter label="Kind" name="kind" of={kinds.map((kind) => [kind, kind === "letter" ? "campaign" : kind])} />
        <Find label="User" value={place.q} hint="Email, then Enter" onFind={(q) => go({ q: q || undefined })} />
        <Button look="quiet" onClick={() => void log.refetch()}>
          Refresh
        </Button>
      </Toolbar>
      {log.isLoadingError ? (
        <Problem error={log.error} onRetry={() => void log.refetch()} />
      ) : !entries ? (
        <Rows />
      ) : entries.length === 0 ? (
        <p className="empty">No changes to show.</p>
      ) : (
        <ol>
          {entries.map((entry) => (
            <EntryItem key={entry.id} entry={entry} pages={pages} lists={lists} />
          ))}
        </ol>
      )}
      {log.hasNextPage && (
        <p className="mt-6 text-center">
          <Button look="quiet" disabled={log.isFetchingNextPage} onClick={more}>
            Show older
          </Button>
        </p>
      )}
    </section>
  );
}

/** How a change was made, if not in a browser. */
function meansOf(entry: AuditEntry): string {
  if (entry.via === "command") return entry.actor === "schedule" ? "scheduler" : "command line";
  if (isLabeled(entry)) return `a token labeled ${entry.actor}`;
  return entry.tokenName ? `token “${entry.tokenName}”` : `token ${entry.tokenId}`;
}

function EntryItem({ entry, pages, lists }: { entry: AuditEntry; pages: Pages; lists: Lists }) {
  const { timezone } = useSite();
  const { ask, confirm } = useConfirm();
  const { at, actor, actorName, via, network, before, after } = entry;
  const { who, did, what, name, to, rest } = sentenceOf(entry, pages, lists);
  const fields = differences(before, after);
  const question = {
    title: "Restore this version",
    question: `${name ? `“${name}”` : capitalized(what)} goes back to how it was after this change. The current version stays in the log.`,
    act: "Restore",
    onConfirm: () =>
      attempt(() => write("POST", `/api/admin/audit/${entry.id}/restore`), "Failed to restore the version", {
        title: "Version restored successfully",
        text: name || what,
      }),
  };
  return (
    <LogEntry>
      <p>
        <strong>{who}</strong> {did}
        {what && " "}
        {to && !name ? <Link to={to}>{what}</Link> : what}
        {name && <> “{to ? <Link to={to}>{name}</Link> : name}”</>}
        {rest && ` ${rest}`}.
      </p>
      <p className="text-muted text-small">
        <time dateTime={machineTime(at)}>{inWords(at, timezone)}</time>
        {actorName && ` · ${actor}`}
        {via !== "session" && ` · via ${meansOf(entry)}`}
        {network && ` · network ${network}`}
        {entry.canRestore && (
          <>
            {" · "}
            <TextButton onClick={() => ask(question)}>Restore this version</TextButton>
          </>
        )}
      </p>
      {confirm}
      {fields.length > 0 && (
        <details>
          <summary>{fields.map(({ field }) => wordsOf(field)).join(", ")}</summary>
          <div className="overflow-x-auto">
            <FiguresTable
              of="words"
              className="[&_:is(th,td)]:align-top [&_td]:min-w-36 [&_th]:whitespace-nowrap"
              heads={["Field", "Before", "After"]}
            >
              <tbody>
                {fields.map(({ field, was, is }) => (
                  <tr key={field}>
                    <th scope="row">{wordsOf(field)}</th>
                    <td>{inWords(was, timezone)}</td>
                    <td>{inWords(is, timezone)}</td>
                  </tr>
                ))}
              </tbody>
            </FiguresTable>
          </div>
        </details>
      )}
    </LogEntry>
  );
}
