import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, browserApi, errorFrom, messageOf } from "./api.ts";

const stored = new Map<string, string>();
const fetched = vi.fn<typeof fetch>();

beforeEach(async () => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal("fetch", fetched);
  fetched.mockReset();
  fetched.mockImplementation(async () => Response.json({ ok: true }, { headers: { "x-total-count": "36" } }));
  await browserApi.send("POST", "/api/clear");
  fetched.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

test("an error's message has the status and the server's detail", () => {
  const problem = JSON.stringify({ title: "Conflict", detail: "That slug is taken." });
  expect(errorFrom(409, "Conflict", "application/problem+json", problem).message).toBe("409: That slug is taken.");
  const failed = JSON.stringify({ detail: "Something went wrong.", requestId: "3xy" });
  expect(errorFrom(500, "", "application/problem+json", failed).data).toBe("Something went wrong. (Request ID: 3xy)");
  expect(errorFrom(502, "Bad Gateway", "text/html", "upstream").message).toBe("502: upstream");
  expect(errorFrom(502, "Bad Gateway", "text/html", "").message).toBe("502: Bad Gateway");
});

test("an error's sentences have curly quotes", () => {
  const problem = {
    detail: "This can't be read.",
    errors: [{ field: "slug", message: 'The field "slug" isn\'t one.' }],
  };
  const error = errorFrom(400, "", "application/problem+json", JSON.stringify(problem));
  expect(error.data).toBe("This can’t be read.");
  expect(error.fields).toEqual([{ field: "slug", message: "The field “slug” isn’t one." }]);
});

test("a response without text gets a sentence", () => {
  for (const status of [400, 403, 413, 429, 502, 504]) {
    const { data } = errorFrom(status, "", "text/html", "\n"); // HTTP/2 has no status text
    expect(data).toMatch(/^[A-Z].+\.$/);
  }
  expect(errorFrom(413, "", "", "").data).toContain("too large");
  expect(errorFrom(500, "", "application/problem+json", "{}").data).toContain("Try again");
});

test("a toast shows the server's detail without the status", () => {
  expect(messageOf(new ApiError(409, "That slug is taken."), "Failed to create page")).toBe("That slug is taken.");
  expect(messageOf(new TypeError("Failed to fetch"), "Failed to create page")).toBe("Failed to create page");
});

test("a read is cached for the visit, until the next write", async () => {
  await browserApi.get("/api/articles");
  const { total } = await browserApi.get("/api/articles");
  expect(total).toBe(36);
  expect(fetched).toHaveBeenCalledTimes(1);
  await browserApi.send("POST", "/api/contact", { message: "Hello" });
  await browserApi.get("/api/articles");
  expect(fetched).toHaveBeenCalledTimes(3);
});

test("data from the page is not requested again", async () => {
  browserApi.keep({ route: { article: { path: "/api/articles/a", data: "A", total: null } } });
  expect((await browserApi.get("/api/articles/a")).data).toBe("A");
  expect(fetched).not.toHaveBeenCalled();
});

test("a failed read is neither retried nor cached", async () => {
  fetched.mockImplementationOnce(async () => new Response("Busy", { status: 503 }));
  await expect(browserApi.get("/api/articles")).rejects.toThrow(new ApiError(503, "Busy"));
  expect(fetched).toHaveBeenCalledTimes(1);
  await expect(browserApi.get("/api/articles")).resolves.toMatchObject({ data: { ok: true } });
});

test("a stored token is sent as a bearer token and removed after a 401", async () => {
  stored.set("mailerToken", "secret");
  await browserApi.get("/api/articles");
  expect(new Headers(fetched.mock.calls[0]?.[1]?.headers).get("authorization")).toBe("Bearer secret");
  fetched.mockImplementationOnce(async () => new Response("", { status: 401 }));
  await expect(browserApi.get("/api/auth/user")).rejects.toMatchObject({ status: 401 });
  expect(stored.has("mailerToken")).toBe(false);
});

test("a body is sent as JSON", async () => {
  await browserApi.send("POST", "/api/contact", { a: 1 });
  const sent = fetched.mock.calls[0]?.[1];
  expect(new Headers(sent?.headers).get("content-type")).toBe("application/json");
  expect(sent?.body).toBe('{"a":1}');
});
