import { Agent, type IncomingMessage, request } from "node:http";
import type { Readable } from "node:stream";
import { type Answer, type Api, ApiError, errorFrom, totalOf } from "../ui/shared/api.ts";

/** A read that takes longer fails, and the error page is shown. */
const readTimeoutMs = 5_000;

/** Calls the Go API over its Unix socket for the loaders of one page, and collects the responses' cache tags. */
export class SocketApi implements Api {
  /** The union of the Cache-Tag headers. */
  readonly tags = new Set<string>();

  constructor(
    private readonly socketPath: string,
    private readonly agent: Agent,
    /** The trace this page belongs to (W3C Trace Context). */
    private readonly traceparent?: string,
  ) {}

  async get<T>(path: string): Promise<Answer<T>> {
    let response = await this.ask(path);
    if (response.status === 301) response = await this.ask(response.headers.location ?? path); // the piece has moved
    const { status, headers, body } = response;
    if (status !== 200) {
      const error = errorFrom(status, response.statusText, headers["content-type"] ?? "", body);
      error.message = `${pathOnly(path)}: ${error.message}`; // for the log; visitors see only the detail
      throw error;
    }
    return { path, data: JSON.parse(body) as T, total: totalOf(headers["x-total-count"] as string | undefined) };
  }

  /** Sends the request and collects the response's tags. */
  private async ask(path: string) {
    const response = await this.fetch(path).catch((error: Error) => {
      console.error(
        JSON.stringify({ level: "error", msg: "api unreachable", path: pathOnly(path), error: error.message }),
      );
      throw new ApiError(503, "We’re busy right now. Try again in a moment.");
    });
    for (const tag of String(response.headers["cache-tag"] ?? "").split(",")) if (tag.trim()) this.tags.add(tag.trim());
    return response;
  }

  /** Retries once if a keep-alive connection turns out to be closed. */
  private async fetch(path: string) {
    const response = await this.open(path).catch((error: Error & { reused?: boolean }) => {
      if (error.reused) return this.open(path);
      throw error;
    });
    const { statusCode: status = 0, statusMessage: statusText = "", headers } = response;
    return { status, statusText, headers, body: await textOf(response) };
  }

  private open(path: string): Promise<IncomingMessage> {
    const { socketPath, agent, traceparent } = this;
    const headers = { accept: "application/json", host: "api", ...(traceparent && { traceparent }) };
    return new Promise((resolve, reject) => {
      const call = request({ socketPath, agent, path, headers, timeout: readTimeoutMs }, resolve);
      call.on("timeout", () => call.destroy(new Error("timeout")));
      call.on("error", (error: NodeJS.ErrnoException) =>
        reject(Object.assign(error, { reused: call.reusedSocket && error.code === "ECONNRESET" })),
      );
      call.end();
    });
  }
}

/** The body of a response in UTF-8. The equivalent in node:stream/consumers takes a tenth of a page's time. */
export function textOf(body: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    body.on("data", (part: Buffer) => parts.push(part));
    body.on("end", () => resolve(Buffer.concat(parts).toString()));
    body.on("error", reject);
  });
}

/** Returns an agent that keeps connections to the API open. */
export function createAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 32 });
}

/** The path without its query, which may contain what a visitor typed and must not be logged. */
function pathOnly(path: string): string {
  return path.split("?", 1)[0] ?? path;
}
