import {
  type InfiniteData,
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useQueries,
  useQuery,
} from "@tanstack/react-query";
import { useMemo } from "react";
import { search } from "../../paths.ts";
import { ApiError, browserApi, call, messageOf, totalOf } from "../../shared/api.ts";
import { showToast } from "../../shared/ui/show-toast.ts";
import { sessionEnded } from "../../shared/user.ts";

/** A list of more parts is not read anew by itself, as that reads every part of it again, one after another. */
const partsReadAnew = 5;

/** What was read, to show at once when one comes back. It is read anew then, and on the way back to the window. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "always", // the site may be this machine
      retry: false,
      refetchOnMount: isShort,
      refetchOnWindowFocus: isShort,
      refetchOnReconnect: isShort,
    },
  },
});

function isShort({ state }: { state: { data?: unknown } }): boolean {
  const { pages = [] } = (state.data ?? {}) as { pages?: unknown[] };
  return pages.length <= partsReadAnew;
}

/** Reads past the answers that the public pages keep: other staff work here too. */
export async function read(path: string): Promise<Response> {
  return noticing401(call(path, {}));
}

/**
 * Writes. Lists show what was changed, what is on the screen is read anew, and what this visit has read of the public
 * site is forgotten.
 */
export async function write<T>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T> {
  const answer = await noticing401(browserApi.send<T>(method, path, body));
  const [, collection = "", last = ""] = path.match(/^(.*)\/([^/]+)$/) ?? [];
  if (method === "PUT" || last === "batch") {
    const changed = new Map([answer].flat().map((record) => [(record as Row).id, record as Row]));
    changeLists(collection, (rows) => rows.map((row) => ({ ...row, ...changed.get(row.id) })));
  }
  if (method === "POST")
    void queries.resetQueries({ predicate: (query) => !isShort(query) && isListOf(path, query.queryKey) });
  void queries.invalidateQueries({ predicate: isShort });
  return answer;
}

/** Shows what the server says of a failure, or `otherwise` when nothing came back. */
export function failed(error: unknown, otherwise: string): void {
  if (error instanceof ApiError && error.status === 401) return; // the page asks to sign in again
  void showToast({ title: "Error", text: messageOf(error, otherwise), look: "destructive", urgent: true });
}

export interface Reading<T> {
  /** Undefined until it has come; what was there stays while it is read again. */
  data: T | undefined;
  /** Of the first time; when there is something to show, a failure to read it again shows nothing. */
  error: Error | null;
  /** Whether what is shown is of the path before, until the other has come. */
  stale: boolean;
  reload: () => void;
}

/** What `path` answers with; nothing is asked while it is null. With `keepLast`, another path keeps what was shown. */
export function useRead<T>(path: string | null, { keepLast = false } = {}): Reading<T> {
  return reading(
    useQuery({
      queryKey: [path],
      queryFn: () => readJson<T>(path ?? ""),
      enabled: path !== null,
      placeholderData: keepLast ? keepPreviousData : undefined,
    }),
  );
}

/** What each of some paths answers with; undefined until it has come. */
export function useReads<T>(paths: string[]): (T | undefined)[] {
  return useQueries({
    queries: paths.map((path) => ({ queryKey: [path], queryFn: () => readJson<T>(path) })),
    combine: (answers) => answers.map(({ data }) => data),
  });
}

/** What `path` answers with by now, for a form to begin with: it never changes under what is typed. */
export function useReadOnce<T>(path: string | null): Reading<T> {
  return reading(
    useQuery({
      queryKey: ["once", path],
      queryFn: () => readJson<T>(path ?? ""),
      enabled: path !== null,
      staleTime: "static",
      gcTime: 0,
    }),
  );
}

interface Asked<T> {
  data: T | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

function reading<T>({ data, error, isPlaceholderData, refetch }: Asked<T>): Reading<T> {
  return {
    data,
    error: data === undefined ? error : null,
    stale: isPlaceholderData,
    reload: () => void refetch(),
  };
}

async function readJson<T>(path: string): Promise<T> {
  return (await read(path)).json();
}

interface Row {
  id: number;
}

interface Part<T> {
  items: T[];
  total: number;
  /** Where the next part begins; null after the last. */
  next: string | null;
}

export interface List<T> {
  /** As far as one has asked; undefined until the first part has come. */
  items: T[] | undefined;
  /** Of all, loaded or not; of a list that does not say, those of its last part. */
  total: number;
  /** Whether what is shown is of the path before, until the other has come. */
  stale: boolean;
  error: Error | null;
  reload: () => void;
  /** Reads the next part; undefined when there is none. */
  more: (() => void) | undefined;
  loadingMore: boolean;
  /** Whether the next part could not be read. */
  stuck: boolean;
}

/** Most of a list that one call gives. */
const mostOfAList = 200;

/** The list at `path`, narrowed by `filter`. It is read in parts, as far as one has asked. */
export function useList<T>(path: string, filter: object, limit = mostOfAList): List<T> {
  const query = useInfiniteQuery({
    queryKey: ["list", path + search({ ...filter, limit })],
    queryFn: ({ pageParam: after }) => readPart<T>(path + search({ ...filter, limit, after })),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const { data, fetchNextPage, isFetchingNextPage } = query;
  return {
    ...reading(query),
    items: useMemo(() => data?.pages.flatMap(({ items }) => items), [data]),
    total: data?.pages.at(-1)?.total ?? 0,
    more: query.hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined,
    loadingMore: isFetchingNextPage,
    stuck: query.isFetchNextPageError,
  };
}

/** Changes what was read of the lists of a collection; returns the way back to what they were. */
export function changeLists(collection: string, change: (rows: Row[]) => Row[]): () => void {
  const lists = queries
    .getQueriesData<InfiniteData<Part<Row>, string>>({ queryKey: ["list"] })
    .filter(([key]) => isListOf(collection, key));
  for (const [key, before] of lists) {
    if (!before) continue;
    const pages = before.pages.map((part) => ({ ...part, items: change(part.items) }));
    const gone = rowsOf(before.pages) - rowsOf(pages);
    queries.setQueryData(key, { ...before, pages: pages.map((part) => ({ ...part, total: part.total - gone })) });
  }
  return () => {
    for (const [key, before] of lists) queries.setQueryData(key, before);
  };
}

function isListOf(collection: string, [, path]: readonly unknown[]): boolean {
  return String(path).startsWith(`${collection}?`);
}

function rowsOf(parts: Part<Row>[]): number {
  return parts.reduce((rows, { items }) => rows + items.length, 0);
}

async function readPart<T>(path: string): Promise<Part<T>> {
  const response = await read(path);
  const items = (await response.json()) as T[];
  return {
    items,
    total: totalOf(response.headers.get("x-total-count")) ?? items.length,
    next: response.headers.get("x-next-cursor"),
  };
}

async function noticing401<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) sessionEnded();
    throw error;
  }
}
