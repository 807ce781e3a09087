import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { type Answer, type Api, ApiError, errorFrom, totalOf } from "../ui/shared/api.ts";

/** A read that takes longer costs the page; the visitor gets the error page instead of a wait. */
const readTimeoutMs = 5_000;

/** The loaders' way to the Go API over its unix socket, for one page: it gathers the cache tags of what was used. */
export class SocketApi implements Api {
  /** The union of the answers' Cache-Tag headers. */
  readonly tags = new Set<string>();

  constructor(
    private readonly socketPath: string,
    private readonly agent: Agent,
  ) {}

  async get<T>(path: string): Promise<Answer<T>> {
    const response = await this.fetch(path).catch((error: Error) => {
      console.error(
        JSON.stringify({ level: "error", msg: "api unreachable", path: pathOnly(path), error: error.message }),
      );
      throw new ApiError(503, "The site is busy. Please try again in a moment.");
    });
    const { status, headers, body } = response;
    for (const tag of String(headers["cache-tag"] ?? "").split(",")) if (tag.trim()) this.tags.add(tag.trim());
    if (status !== 200) throw errorFrom(status, response.statusText, headers["content-type"] ?? "", body);
    return { path, data: JSON.parse(body) as T, total: totalOf(headers["x-total-count"] as string | undefined) };
  }

  /** A kept connection may have been closed by the other side just now; a fresh one settles it. */
  private async fetch(path: string) {
    const response = await this.open(path).catch((error: Error & { reused?: boolean }) => {
      if (error.reused) return this.open(path);
      throw error;
    });
    const { statusCode: status = 0, statusMessage: statusText = "", headers } = response;
    return { status, statusText, headers, body: await text(response) };
  }

  private open(path: string): Promise<IncomingMessage> {
    const { socketPath, agent } = this;
    const headers = { accept: "application/json", host: "api" };
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

/** Connections to the API that outlive a page. */
export function createAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 32 });
}

/** An address as it may be logged: without the values a visitor typed. */
function pathOnly(path: string): string {
  return path.split("?", 1)[0] ?? path;
}
