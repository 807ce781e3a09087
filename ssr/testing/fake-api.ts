import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The response for a path. */
export interface FakeAnswer {
  status?: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** A fake API on a Unix socket for the renderer's tests. It responds by path and records the requested paths. */
export class FakeApi {
  readonly asked: string[] = [];
  private readonly folder = mkdtempSync(join(tmpdir(), "api-"));
  readonly socket = join(this.folder, "s");
  private server?: Server;

  constructor(private readonly answers: Record<string, FakeAnswer>) {}

  async listen(): Promise<this> {
    this.server = createServer((request, response) => {
      const path = request.url ?? "";
      this.asked.push(path);
      const missing: FakeAnswer = {
        status: 404,
        body: { title: "Not Found", status: 404, detail: "There is no such thing." },
      };
      const { status = 200, body, headers } = this.answers[path] ?? missing;
      const type = status < 400 ? "application/json" : "application/problem+json";
      response.writeHead(status, { "content-type": type, ...headers }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => this.server?.listen(this.socket, resolve));
    return this;
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
    rmSync(this.folder, { recursive: true });
  }
}
