import {
  type InfiniteData,
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useQueries,
  useQuery,
} from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { search } from "../../paths.ts";
import { ApiError, browserApi, call, messageOf, totalOf } from "../../shared/api.ts";
import { showError, showToast } from "../../shared/ui/show-toast.ts";
import type { ToastMessage } from "../../shared/ui/toast.tsx";
import { sessionEnded } from "../../shared/user.ts";

/** A list with more pages than this isn't refetched automatically, since all its pages would be fetched one by one. */
const maxRefetchedPages = 5;

/** Caches what was read. It is shown immediately and refetched on return to a screen or to the window. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "always", // the server may be this machine
      retry: false,
      refetchOnMount: isShort,
      refetchOnWindowFocus: isShort,
      refetchOnReconnect: isShort,
    },
  },
});

function isShort({ state }: { state: { data?: unknown } }): boolean {
  const { pages = [] } = (state.data ?? {}) as { pages?: unknown[] };
  return pages.length <= maxRefetchedPages;
}

/** Reads past HTTP caches, since other staff make changes too. */
export async function read(path: string): Promise<Response> {
  return noticing401(call(path, {}));
}

/** Writes. It updates lists, refetches what is on the screen, and clears the cache of the public site's data. */
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

/** Shows the server's error message, or `otherwise` if there was no response. */
export function failed(error: unknown, otherwise: string): void {
  if (error instanceof ApiError && error.status === 401) return; // the page asks to sign in again
  void showError(messageOf(error, otherwise));
}

/**
 * Does `work`, then shows `done`. A failure shows the server's error message, or `otherwise`. Returns whether it worked.
 */
export async function attempt(work: () => Promise<unknown>, otherwise: string, done?: ToastMessage): Promise<boolean> {
  try {
    await work();
    if (done) void showToast(done);
    return true;
  } catch (error) {
    failed(error, otherwise);
    return false;
  }
}

/** `attempt`, one at a time, and whether it is at work. */
export function useAttempt() {
  const [busy, setBusy] = useState(false);
  return {
    busy,
    attempt: async (...given: Parameters<typeof attempt>) => {
      if (busy) return;
      setBusy(true);
      await attempt(...given);
      setBusy(false);
    },
  };
}

export interface Reading<T> {
  /** Undefined until loaded. Keeps its value while it is refetched. */
  data: T | undefined;
  /** Error of the first load. Errors of refetches are ignored while there is data. */
  error: Error | null;
  /** Whether the data is still that of the previous path. */
  stale: boolean;
  reload: () => void;
}

/** Reads `path`; null reads nothing. With `keepLast`, the previous path's data is kept until the new one is loaded. */
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

/** Reads several paths; undefined until loaded. */
export function useReads<T>(paths: string[]): (T | undefined)[] {
  return useQueries({
    queries: paths.map((path) => ({ queryKey: [path], queryFn: () => readJson<T>(path) })),
    combine: (answers) => answers.map(({ data }) => data),
  });
}

/** Reads `path` once, for a form's initial values, which must not change while someone is typing. */
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
  /** Cursor of the next page; null after the last. */
  next: string | null;
}

/** The items of a list loaded so far; undefined until the first page is loaded. */
export interface List<T> extends Reading<T[]> {
  /** Number of all items, or of the last page's if the list doesn't tell. */
  total: number;
  /** Loads the next page; undefined if there is none. */
  more: (() => void) | undefined;
  loadingMore: boolean;
  /** Whether the next page failed to load. */
  stuck: boolean;
}

/** Page size limit of the API. */
const maxPageSize = 200;

/** Reads the list at `path`, filtered by `filter`, a page at a time. */
export function useList<T>(path: string, filter: object, limit = maxPageSize): List<T> {
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
    data: useMemo(() => data?.pages.flatMap(({ items }) => items), [data]),
    total: data?.pages.at(-1)?.total ?? 0,
    more: query.hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined,
    loadingMore: isFetchingNextPage,
    stuck: query.isFetchNextPageError,
  };
}

/** Changes a collection's cached lists; returns a function that undoes it. */
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
