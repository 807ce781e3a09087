import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventId } from "../event-id.ts";
import { track } from "./track.ts";

/** A visit that this page has already noted. */
const visit = JSON.stringify({ loaded: Math.round(performance.timeOrigin) });

beforeEach(() => {
  vi.stubGlobal("location", { pathname: "/offers" });
  vi.stubGlobal("sessionStorage", { getItem: () => visit });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a preview counts nothing", () => {
  vi.stubGlobal("location", { pathname: "/preview/offers/offer/x" });
  const sent = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response("{}"));
  track("/api/offer-interactions", { offerId: 3, action: "view" });
  expect(sent).not.toHaveBeenCalled();
});

test("an event ID is a version 7 UUID with the time", () => {
  const now = Date.UTC(2026, 10, 20, 12);
  const id = eventId(now);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(now);
  expect(eventId(now)).not.toBe(id);
});

test("an event is sent even if the page unloads", () => {
  const sent = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response("{}"));
  track("/api/offer-interactions", { offerId: 3, action: "view" });
  const [path, init] = sent.mock.calls[0] ?? [];
  expect(path).toBe("/api/offer-interactions");
  expect(init).toMatchObject({ method: "POST", keepalive: true });
  expect(JSON.parse(String(init?.body))).toEqual({
    offerId: 3,
    action: "view",
    eventId: expect.any(String),
    visit: { page: "/offers" },
  });
});

test.each([
  ["refused", () => Promise.resolve(new Response("", { status: 404 }))],
  ["never answered", () => Promise.reject(new TypeError("offline"))],
])("an event that is %s is only logged", async (_, answer) => {
  vi.spyOn(globalThis, "fetch").mockImplementation(answer);
  const logged = vi.spyOn(console, "debug").mockImplementation(() => {});
  track("/api/offer-interactions");
  await vi.waitFor(() => expect(logged).toHaveBeenCalledOnce());
});
