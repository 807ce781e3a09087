import { useEffect, useState } from "react";
import { ApiError, browserApi, call, messageOf, totalOf } from "../../shared/api.ts";
import { showToast } from "../../shared/ui/show-toast.ts";
import { sessionEnded } from "../../shared/user.ts";

/** Reads are always made anew: other staff work here too. */
export async function read(path: string): Promise<Response> {
  return noticing401(call(path, {}));
}

/** Writes, and forgets what this visit has read of the public site. */
export function write<T>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T> {
  return noticing401(browserApi.send<T>(method, path, body));
}

/** Shows what the server says of a failure, or `otherwise` when nothing came back. */
export function failed(error: unknown, otherwise: string): void {
  if (error instanceof ApiError && error.status === 401) return; // the page asks to sign in again
  void showToast({ title: "Error", text: messageOf(error, otherwise), look: "destructive", urgent: true });
}

export interface Reading<T> {
  /** Undefined until it has come; what was there stays while it is read again. */
  data: T | undefined;
  error: unknown;
  reload: () => void;
}

/** What `path` answers with; nothing is asked while it is null. */
export function useRead<T>(path: string | null): Reading<T> {
  const [state, setState] = useState<{ path: string | null; data?: T; error?: unknown }>({ path });
  const [times, setTimes] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` asks again
  useEffect(() => {
    if (path === null) return;
    let wanted = true;
    read(path)
      .then((response) => response.json() as Promise<T>)
      .then(
        (data) => wanted && setState({ path, data }),
        (error) => wanted && setState({ path, error }),
      );
    return () => {
      wanted = false;
    };
  }, [path, times]);
  const { data, error } = state.path === path ? state : {};
  return { data, error, reload: () => setTimes((n) => n + 1) };
}

interface Part<T> {
  items: T[];
  total: number;
  /** Where the next part begins; null after the last. */
  next: string | null;
}

export interface List<T> extends Partial<Part<T>> {
  error: unknown;
  reload: () => void;
  /** Appends the next part. */
  more: () => Promise<void>;
  /** Puts records in the place of those with their ids. */
  replace: (items: T[]) => void;
}

/** Most of a list that one call gives. */
const mostOfAList = 200;
const partOfAList = 50;

/** A list that is read in parts, as far as one has asked. `path` has a query already. */
export function useList<T extends { id: number }>(path: string): List<T> {
  const [state, setState] = useState<{ path: string; part?: Part<T>; error?: unknown }>({ path });
  const [times, setTimes] = useState(0);
  const part = state.path === path ? state.part : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` asks again, for as many as there are by then
  useEffect(() => {
    let wanted = true;
    const limit = Math.min(mostOfAList, Math.max(partOfAList, part?.items.length ?? 0));
    readPart<T>(`${path}&limit=${limit}`).then(
      (part) => wanted && setState({ path, part }),
      (error) => wanted && setState({ path, error }),
    );
    return () => {
      wanted = false;
    };
  }, [path, times]);

  return {
    ...part,
    error: state.path === path ? state.error : undefined,
    reload: () => setTimes((n) => n + 1),
    async more() {
      if (!part?.next) return;
      const following = await readPart<T>(`${path}&limit=${partOfAList}&after=${encodeURIComponent(part.next)}`);
      setState({ path, part: { ...following, items: [...part.items, ...following.items] } });
    },
    replace(items) {
      if (!part) return;
      const changed = new Map(items.map((item) => [item.id, item]));
      setState({ path, part: { ...part, items: part.items.map((item) => changed.get(item.id) ?? item) } });
    },
  };
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
