import { use } from "react";
import { createContext } from "react-router";

/** The answer to a read. It knows its own path, so the browser can keep what came with the page for the visit. */
export interface Answer<T> {
  path: string;
  data: T;
  /** X-Total-Count of a list: how many there are beyond this answer; null where the call has none. */
  total: number | null;
}

/** A read in a loader's data: still under way in the browser, always there in what the server rendered. */
export type Read<T> = Answer<T> | Promise<Answer<T>>;

/** How loaders reach the API: over its socket on the server, with fetch in the browser. */
export interface Api {
  /** Rejects with an ApiError. */
  get<T>(path: string): Promise<Answer<T>>;
}

/** One field that the server refused, with the sentence to show at it. */
export interface FieldError {
  field: string;
  message: string;
}

/** A call that was not answered with OK; its message is "{status}: {detail}". Also an error response to the router. */
export class ApiError extends Error {
  readonly statusText = "";
  readonly internal = false;
  readonly data: string;

  constructor(
    readonly status: number,
    detail: string,
    readonly fields: FieldError[] = [],
    /** With 409: the record as it stands now, when somebody else changed it meanwhile. */
    readonly current?: unknown,
  ) {
    super(`${status}: ${detail}`);
    this.data = detail;
  }
}

/** The error in an answer's body: problem+json's detail, else the body as it is, else the status text. */
export function errorFrom(status: number, statusText: string, contentType: string, body: string): ApiError {
  if (contentType.startsWith("application/problem+json")) {
    const problem = JSON.parse(body) as { detail?: string; title?: string; errors?: FieldError[]; current?: unknown };
    return new ApiError(status, problem.detail ?? problem.title ?? statusText, problem.errors, problem.current);
  }
  return new ApiError(status, body || statusText);
}

/** What an error says to a person, with its status, as toasts show it (specification section 8). */
export function messageOf(error: unknown, failure: string): string {
  return error instanceof ApiError ? error.message : failure;
}

/** What an error says where it stays to be read. */
export function explain(error: unknown): string {
  return error instanceof ApiError ? error.data : "The site could not be reached. Please try again in a moment.";
}

/** Where the browser keeps a bearer credential, when it has one. */
export const tokenKey = "mailerToken";

/** What was read during this visit. Only the browser fills it. */
const visit = new Map<string, Promise<Answer<unknown>>>();

/** The browser's reads and writes. A read lasts for the visit, until a write of one's own; nothing is retried. */
export const browserApi = {
  get<T>(path: string): Promise<Answer<T>> {
    const known = visit.get(path) as Promise<Answer<T>> | undefined;
    if (known) return known;
    const answer = read<T>(path);
    visit.set(path, answer);
    answer.catch(() => visit.delete(path));
    return answer;
  },

  /** Reads anew, for a page that sets its own interval. When that fails, what was known stays. */
  async again<T>(path: string): Promise<Answer<T>> {
    const answer = await read<T>(path);
    visit.set(path, Promise.resolve(answer));
    return answer;
  },

  /** Keeps the answers that came with the page. */
  keep(loaderData: Record<string, unknown>): void {
    for (const route of Object.values(loaderData)) {
      for (const answer of Object.values(route ?? {})) {
        if (isAnswer(answer)) visit.set(answer.path, Promise.resolve(answer));
      }
    }
  },

  async send<T>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T> {
    const response = await call(path, { method, body: body === undefined ? undefined : JSON.stringify(body) });
    visit.clear();
    return response.json() as Promise<T>;
  },
} satisfies Api & Record<string, unknown>;

/** The key of the loaders' API in the router's context. */
export const apiContext = createContext<Api>(browserApi);

/** The answer of a read, for a component: suspends it while the read is under way, throws the ApiError of a failed one. */
export function settled<T>(read: Read<T>): Answer<T> {
  return read instanceof Promise ? use(read) : read;
}

/** X-Total-Count as a number, null when the header is not there. */
export function totalOf(header: string | null | undefined): number | null {
  return header ? Number(header) : null;
}

async function read<T>(path: string): Promise<Answer<T>> {
  const response = await call(path, {});
  return { path, data: (await response.json()) as T, total: totalOf(response.headers.get("x-total-count")) };
}

/** A call with the visitor's credentials; rejects with an ApiError unless the answer is OK. */
export async function call(path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers({ accept: "application/json" });
  if (init.body) headers.set("content-type", "application/json");
  const token = localStorage.getItem(tokenKey);
  if (token) headers.set("authorization", `Bearer ${token}`);
  const response = await fetch(path, { ...init, headers, credentials: "include" });
  if (response.ok) return response;
  if (response.status === 401) localStorage.removeItem(tokenKey);
  const type = response.headers.get("content-type") ?? "";
  throw errorFrom(response.status, response.statusText, type, await response.text());
}

function isAnswer(value: unknown): value is Answer<unknown> {
  return typeof value === "object" && value !== null && "path" in value && "data" in value;
}
