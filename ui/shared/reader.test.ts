import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { handInReader } from "./reader.ts";

const sent = vi.fn();
const shown = vi.fn();

beforeEach(() => {
  sent.mockReset().mockResolvedValue(new Response("{}"));
  shown.mockReset();
  vi.stubGlobal("fetch", sent);
  vi.stubGlobal("history", { state: null, replaceState: (_: unknown, __: string, address: string) => shown(address) });
});

afterEach(() => vi.unstubAllGlobals());

function open(address: string) {
  vi.stubGlobal("location", new URL(address, "https://thriftwell.example"));
  handInReader();
}

test("the reader's code is removed from the URL and sent", () => {
  open("/guides/save?utm_campaign=47&reader=a-B_9&utm_source=newsletter#steps");
  expect(shown).toHaveBeenCalledWith("/guides/save?utm_campaign=47&utm_source=newsletter#steps");
  expect(sent).toHaveBeenCalledOnce();
  expect(sent.mock.calls[0]?.[0]).toBe("/api/newsletters/click");
  expect(JSON.parse(sent.mock.calls[0]?.[1].body)).toEqual({ reader: "a-B_9" });
});

test("a URL without a code doesn't change", () => {
  for (const address of ["/guides/save?q=reader=1&readers=2", "/guides/save#reader=1", "/"]) open(address);
  expect(shown).not.toHaveBeenCalled();
  expect(sent).not.toHaveBeenCalled();
});
