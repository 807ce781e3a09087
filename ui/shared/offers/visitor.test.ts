import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { partnerAddress } from "./visitor.ts";

const visitor = (query: string, optedOut = false) => ({ query, optedOut });
const hotOffers = { query: true, aliases: true, sourceId: "content-hot-offers" };

interface Filled {
  what: string;
  target: string;
  query: string;
  optedOut?: boolean;
  leadsTo: string;
}

// The server's redirects are tested with the same cases.
const cases: { filled: Filled[]; refused: string[] } = JSON.parse(
  await readFile("server/features/offers/testdata/placeholders.json", "utf8"),
);

test.each(cases.filled)("$what", ({ target, query, optedOut, leadsTo }) => {
  expect(partnerAddress(target, visitor(query, optedOut))).toBe(leadsTo);
});

test("a health plan partner learns only where the visitor came from", () => {
  const query = "first=Ann&phone=2125550123&zip=10001&utm_source=x";
  const passOn = { ...hotOffers, category: "health-plan" as const, clickId: "c1" };
  expect(partnerAddress("https://p.example.com/?f={first}&s={sourceid}&c={clickid}", visitor(query), passOn)).toBe(
    "https://p.example.com/?f=&s=content-hot-offers&c=c1&utm_source=x&sourceid=content-hot-offers",
  );
});

test("invalid escapes are handled", () => {
  expect(partnerAddress("https://p.example.com/?z={zip}", visitor("zip=%zz&%=1"))).toBe(
    "https://p.example.com/?z=%25zz",
  );
});

test.each([...cases.refused, "https://[::bad/"])("%j is not accepted as a link", (target) => {
  expect(partnerAddress(target, visitor("zip=1"))).toBeNull();
});

test("the query is appended as written, before the fragment", () => {
  expect(partnerAddress("https://p.example.com/c?ref=us#form", visitor("zip=1&a=x+y&a=z%20&b"), { query: true })).toBe(
    "https://p.example.com/c?ref=us&zip=1&a=x+y&a=z%20&b#form",
  );
});

test("parameters set in the partner's URL are not overridden", () => {
  expect(partnerAddress("https://p.example.com/?ref=us", visitor("ref=me&zip=1"), { query: true })).toBe(
    "https://p.example.com/?ref=us&zip=1",
  );
});

test("hot offers get each field under both names, and a sourceid", () => {
  expect(partnerAddress("https://p.example.com/?ref=us", visitor("dob=1980&address=1+Elm"), hotOffers)).toBe(
    "https://p.example.com/?ref=us&dob=1980&address=1+Elm&birthday=1980&street=1%20Elm&sourceid=content-hot-offers",
  );
  expect(partnerAddress("https://p.example.com/", visitor("sourceid=mail"), hotOffers)).toBe(
    "https://p.example.com/?sourceid=mail",
  );
});

test("the click ID goes into the partner's parameter, regardless of the visitor's URL", () => {
  const target = "https://p.example.com/?a=1#part";
  const passOn = { query: true, subIdParam: "sub_1" };
  expect(partnerAddress(target, visitor("sub_1=x&zip=1"), { ...passOn, clickId: "id-9" })).toBe(
    "https://p.example.com/?a=1&zip=1&sub_1=id-9#part",
  );
  expect(partnerAddress(target, visitor("sub_1=x&zip=1"), passOn)).toBe("https://p.example.com/?a=1&zip=1#part");
});

test("the click ID is filled in a path or fragment too, or left for the server", () => {
  const target = "https://p.example.com/c/{clickid}/{zip}#%7BClickId%7D";
  expect(partnerAddress(target, visitor("zip=1"), { clickId: "id-9" })).toBe("https://p.example.com/c/id-9/{zip}#id-9");
  expect(partnerAddress(target, visitor("zip=1"), { leave: ["clickid"] })).toBe(target);
});

test("placeholders for the server are left alone", () => {
  expect(
    partnerAddress("https://p.example.com/?s={subid}&z={zip}", visitor("zip=1&subid=9"), { leave: ["subid"] }),
  ).toBe("https://p.example.com/?s={subid}&z=1");
});

test("partners of visitors who opted out get only the source", () => {
  const query = "zip=1&first=Ann&email=a%40b.example&custom=2&sourceid=mail&utm_source=x&utm_campaign=y";
  expect(partnerAddress("https://p.example.com/?z={zip}&f={first}&s={sourceid}", visitor(query, true), hotOffers)).toBe(
    "https://p.example.com/?z=&f=&s=mail&sourceid=mail&utm_source=x&utm_campaign=y",
  );
});

test("any visitor URL leads to the partner, and passes nothing on after an opt-out", () => {
  const pieces = [
    "zip",
    "dob",
    "utm_x",
    "=",
    "&",
    "&",
    "%",
    "%26",
    "%00",
    "{zip}",
    "#",
    "?",
    "/",
    "@",
    "é",
    "<",
    '"',
    "'",
    "\\",
    "secret",
  ];
  const random = mulberry32(7);
  for (let n = 0; n < 3000; n++) {
    const query = Array.from(
      { length: 1 + Math.floor(random() * 12) },
      () => pieces[Math.floor(random() * pieces.length)],
    ).join("");
    // The query as a browser reports it for a made-up URL.
    const { search } = new URL(`https://site.example/?${query}`);
    for (const optedOut of [false, true]) {
      const target = "https://p.example.com/path?z={zip}&d={dob}&own=1#part";
      const address = new URL(partnerAddress(target, visitor(search.slice(1), optedOut), hotOffers) ?? "");
      expect(address.origin + address.pathname + address.hash, query).toBe("https://p.example.com/path#part");
      expect(address.searchParams.getAll("own"), query).toEqual(["1"]);
      const personal = [...address.searchParams.keys()].filter((name) => !/^(z|d|own|sourceid|utm_.*)$/.test(name));
      if (optedOut) expect(personal, query).toEqual([]);
      if (optedOut) expect(address.searchParams.get("z"), query).toBe("");
    }
  }
});

/** A small seeded random number generator. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
