import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { currentVisit, noteOpened } from "./visit.ts";

const tab = new Map<string, string>();

beforeEach(() => {
  tab.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => tab.set(key, value),
  });
});

afterEach(() => vi.unstubAllGlobals());

let loads = 0;

/** Loads a page of the site in the tab. */
function load(address: string, { from = "", by = "navigate" } = {}) {
  class PerformanceNavigationTiming {
    type = by;
  }
  vi.stubGlobal("PerformanceNavigationTiming", PerformanceNavigationTiming);
  vi.stubGlobal("location", new URL(address, "https://thriftwell.example"));
  vi.stubGlobal("document", { referrer: from });
  vi.stubGlobal("performance", {
    timeOrigin: ++loads * 1000.25,
    getEntriesByType: () => [new PerformanceNavigationTiming()],
  });
  noteOpened(location.pathname);
}

/** Navigates to another page as the router does. */
function go(path: string) {
  vi.stubGlobal("location", new URL(path, "https://thriftwell.example"));
  noteOpened(path);
}

test("a visit keeps the origin of its landing page", () => {
  load("/guides/save?utm_source=letter&utm_medium=email&utm_campaign=47&utm_content=top&email=a%40b.example", {
    from: "https://mail.example/inbox",
  });
  go("/offers");
  expect(currentVisit()).toEqual({
    page: "/offers",
    piece: "/guides/save",
    first: {
      source: "letter",
      medium: "email",
      campaign: "47",
      content: "top",
      referrer: "mail.example",
      landing: "/guides/save",
    },
  });
});

test("a short link starts a new origin, wherever it was opened", () => {
  load("/", { from: "https://www.google.com/" });
  load("/guides?link=abcdefg");
  expect(currentVisit()).toMatchObject({ last: { link: "abcdefg", landing: "/guides" } });
});

test("the last article or guide is remembered; lists don't count", () => {
  load("/articles/a");
  go("/guides/b");
  go("/guides");
  go("/dailyoffers");
  expect(currentVisit().piece).toBe("/guides/b");
});

test("returning from another site adds a last origin", () => {
  load("/", { from: "https://www.google.com/" });
  load("/guides/save", { from: "https://news.example/story" });
  load("/offers", { from: "https://thriftwell.example/guides/save" });
  load("/guides?utm_campaign=48");
  expect(currentVisit()).toMatchObject({
    first: { referrer: "www.google.com", landing: "/" },
    last: { campaign: "48", landing: "/guides" },
  });
});

test.each([
  ["typing an address", { from: "", by: "navigate" }, "/offers"],
  ["a link of the site itself", { from: "https://thriftwell.example/", by: "navigate" }, "/offers"],
  ["a reload", { from: "https://www.google.com/", by: "reload" }, "/?utm_source=x"],
  ["going back", { from: "https://www.google.com/", by: "back_forward" }, "/?utm_source=x"],
])("%s goes on with the visit", (_, how, address) => {
  load("/", { from: "https://www.google.com/" });
  load(address, how);
  expect(currentVisit()).toEqual({
    page: location.pathname,
    first: { referrer: "www.google.com", landing: "/" },
  });
});

test("a visit without a referrer counts too", () => {
  load("/articles");
  expect(currentVisit()).toEqual({ page: "/articles", first: { landing: "/articles" } });
});
