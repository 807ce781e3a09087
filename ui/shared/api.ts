import { use } from "react";
import { createContext } from "react-router";
import { curly } from "./curly.ts";
import { tokenKey } from "./signed-in.ts";

/** The response to a GET request. The browser caches it for the visit, by path. */
export interface Answer<T> {
  path: string;
  data: T;
  /** X-Total-Count: the length of the whole list; null if the response has none. */
  total: number | null;
}

/** A read in a loader's data: a promise in the browser, a response in server-rendered pages. */
export type Read<T> = Answer<T> | Promise<Answer<T>>;

/** How loaders call the API: over its socket on the server, with fetch in the browser. */
export interface Api {
  /** Rejects with an ApiError. */
  get<T>(path: string): Promise<Answer<T>>;
}

/** A field that the server rejected, with the message to show next to it. */
export interface FieldError {
  field: string;
  message: string;
}

/** An unsuccessful response. Its message is "{status}: {detail}". The router treats it as an error response. */
export class ApiError extends Error {
  readonly statusText = "";
  readonly internal = false;
  readonly data: string;

  constructor(
    readonly status: number,
    detail: string,
    readonly fields: FieldError[] = [],
    /** With 409, the record as saved by someone else. */
    readonly current?: unknown,
  ) {
    super(`${status}: ${detail}`);
    this.data = detail;
  }
}

/** The message for a response without one, such as a proxy's over HTTP/2, which has no status text. */
function sentenceOf(status: number): string {
  if (status === 401) return "You’re not signed in. Sign in and try again.";
  if (status === 403) return "You don’t have permission to do this.";
  if (status === 413) return "That’s too large to send. Make it smaller and try again.";
  if (status === 429) return "That was too many requests. Wait a few minutes and try again.";
  if (status >= 500) return "We’re busy right now. Try again in a moment.";
  return "Something went wrong. Try again in a moment.";
}

/**
 * The error for a response: the detail of its problem+json, otherwise its body, its status text, or a sentence. The
 * server's sentences get curly quotes, as those of the screens have.
 */
export function errorFrom(status: number, statusText: string, contentType: string, body: string): ApiError {
  if (contentType.startsWith("application/problem+json")) {
    const problem = JSON.parse(body) as {
      detail?: string;
      title?: string;
      requestId?: string;
      errors?: FieldError[];
      current?: unknown;
    };
    const detail = curly(problem.detail || problem.title || statusText) || sentenceOf(status);
    const named = problem.requestId ? `${detail} (Request ID: ${problem.requestId})` : detail; // the log has it too
    const errors = problem.errors?.map(({ field, message }) => ({ field, message: curly(message) }));
    return new ApiError(status, named, errors, problem.current);
  }
  return new ApiError(status, body.trim() || statusText || sentenceOf(status));
}

/** The message for each field that the server rejected, by name. */
export function fieldErrors(error: unknown): Record<string, string> {
  const fields = error instanceof ApiError ? error.fields : [];
  return Object.fromEntries(fields.map(({ field, message }) => [field, message]));
}

/** The message of an error in a toast: the server's, or `failure` if there was no response. */
export function messageOf(error: unknown, failure: string): string {
  return error instanceof ApiError ? error.data : failure;
}

/** The message of an error on a page. */
export function explain(error: unknown): string {
  return error instanceof ApiError ? error.data : "We couldn’t reach the site. Check your connection and try again.";
}

/** The responses of this visit by path. Used only in the browser. */
const visit = new Map<string, Promise<Answer<unknown>>>();

/** The browser's API. Responses are cached for the visit, until the next write. Nothing is retried. */
export const browserApi = {
  get<T>(path: string): Promise<Answer<T>> {
    const known = visit.get(path) as Promise<Answer<T>> | undefined;
    if (known) return known;
    const answer = read<T>(path);
    visit.set(path, answer);
    answer.catch(() => visit.delete(path));
    return answer;
  },

  /** Fetches again, for a page that refreshes itself. If that fails, the cached response stays. */
  async again<T>(path: string): Promise<Answer<T>> {
    const answer = await read<T>(path);
    visit.set(path, Promise.resolve(answer));
    return answer;
  },

  /** Caches the responses that came with the page. */
  keep(loaderData: Record<string, unknown>): void {
    for (const route of Object.values(loaderData)) {
      for (const answer of Object.values(route ?? {})) {
        if (isAnswer(answer)) visit.set(answer.path, Promise.resolve(answer));
      }
    }
  },

  async send<T>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T> {
    const sent = body === undefined || body instanceof FormData || body instanceof Blob ? body : JSON.stringify(body);
    const response = await call(path, { method, body: sent });
    visit.clear();
    return response.json() as Promise<T>;
  },
} satisfies Api & Record<string, unknown>;

/** The key of the loaders' API in the router's context. */
export const apiContext = createContext<Api>(browserApi);

/** The response of a read, in a component. Suspends while it is pending, and throws the ApiError if it failed. */
export function settled<T>(read: Read<T>): Answer<T> {
  return read instanceof Promise ? use(read) : read;
}

/** Reads a page of a list, and rejects with a 404 past the end of the list. The first page may be empty. */
export async function withinList<T>(read: Promise<Answer<T>>, page: number, lengthOf: (data: T) => number) {
  const answer = await read;
  if (page > 1 && lengthOf(answer.data) === 0) throw new ApiError(404, "Page Not Found");
  return answer;
}

/** X-Total-Count as a number; null without the header. */
export function totalOf(header: string | null | undefined): number | null {
  return header ? Number(header) : null;
}

async function read<T>(path: string): Promise<Answer<T>> {
  const response = await call(path, {});
  return { path, data: (await response.json()) as T, total: totalOf(response.headers.get("x-total-count")) };
}

/** Calls the API with the visitor's credentials. Rejects with an ApiError unless the response is successful. */
export async function call(path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers({ accept: "application/json" });
  if (typeof init.body === "string") headers.set("content-type", "application/json");
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
