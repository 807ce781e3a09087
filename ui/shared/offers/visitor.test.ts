import { expect, test } from "vitest";
import { partnerAddress } from "./visitor.ts";

const visitor = (query: string, optedOut = false) => ({ query, optedOut });
const hotOffers = { query: true, aliases: true, sourceId: "content-hot-offers" };

test.each([
  ["a value is filled in, escaped", "https://p.example.com/?z={zip}", "zip=10001", "https://p.example.com/?z=10001"],
  [
    "a missing value is empty",
    "https://p.example.com/?z={zip}&f={first}",
    "first=Ann",
    "https://p.example.com/?z=&f=Ann",
  ],
  ["an unknown placeholder is empty", "https://p.example.com/?x={nonsense}", "nonsense=1", "https://p.example.com/?x="],
  ["an escaped placeholder is one too", "https://p.example.com/?z=%7Bzip%7D", "zip=1", "https://p.example.com/?z=1"],
  [
    "a value cannot add parameters",
    "https://p.example.com/?f={first}&a=1",
    "first=x%26a%3D2%23",
    "https://p.example.com/?f=x%26a%3D2%23&a=1",
  ],
  ["a plus is a space", "https://p.example.com/?f={first}", "first=Mary+Ann", "https://p.example.com/?f=Mary%20Ann"],
  [
    "birthday stands in for dob",
    "https://p.example.com/?d={dob}",
    "birthday=1980-01-02",
    "https://p.example.com/?d=1980-01-02",
  ],
  [
    "dob stands in for birthday",
    "https://p.example.com/?d={birthday}",
    "dob=1980-01-02",
    "https://p.example.com/?d=1980-01-02",
  ],
  [
    "address stands in for street",
    "https://p.example.com/?s={street}",
    "address=1+Elm",
    "https://p.example.com/?s=1%20Elm",
  ],
  ["of two values the first counts", "https://p.example.com/?z={zip}", "zip=1&zip=2", "https://p.example.com/?z=1"],
  [
    "an overlong value is none",
    "https://p.example.com/?z={zip}",
    `zip=${"9".repeat(201)}`,
    "https://p.example.com/?z=",
  ],
  [
    "a fragment stays behind the query",
    "https://p.example.com/a?z={zip}#terms",
    "zip=1",
    "https://p.example.com/a?z=1#terms",
  ],
  ["braces in a path are the partner's", "https://p.example.com/{zip}", "zip=1", "https://p.example.com/{zip}"],
  ["broken escapes do no harm", "https://p.example.com/?z={zip}", "zip=%zz&%=1", "https://p.example.com/?z=%25zz"],
])("%s", (_, target, query, address) => {
  expect(partnerAddress(target, visitor(query))).toBe(address);
});

test.each([
  "javascript:alert(1)",
  "JavaScript:alert(1)//https://p.example.com",
  "data:text/html,<script>",
  "//p.example.com/",
  "/links/",
  "p.example.com",
  "ftp://p.example.com/",
  "https:p.example.com",
  "https://",
  "https:///x",
  "https://user:pass@p.example.com/",
  "https://p.example.com@evil.example/",
  "https://p.example.com\\@evil.example/",
  "https://{zip}.example.com/",
  "https://[::bad/",
  " https://p.example.com/",
  "",
])("%j is no address for a link", (target) => {
  expect(partnerAddress(target, visitor("zip=1"))).toBeNull();
});

test("the query is appended as written, before the fragment", () => {
  expect(partnerAddress("https://p.example.com/c?ref=us#form", visitor("zip=1&a=x+y&a=z%20&b"), { query: true })).toBe(
    "https://p.example.com/c?ref=us&zip=1&a=x+y&a=z%20&b#form",
  );
});

test("what the partner's address sets itself stays the partner's", () => {
  expect(partnerAddress("https://p.example.com/?ref=us", visitor("ref=me&zip=1"), { query: true })).toBe(
    "https://p.example.com/?ref=us&zip=1",
  );
});

test("hot offers get each field under both of its names, and a sourceid", () => {
  expect(partnerAddress("https://p.example.com/?ref=us", visitor("dob=1980&address=1+Elm"), hotOffers)).toBe(
    "https://p.example.com/?ref=us&dob=1980&address=1+Elm&birthday=1980&street=1%20Elm&sourceid=content-hot-offers",
  );
  expect(partnerAddress("https://p.example.com/", visitor("sourceid=mail"), hotOffers)).toBe(
    "https://p.example.com/?sourceid=mail",
  );
});

test("placeholders that the server fills are left to it", () => {
  expect(
    partnerAddress("https://p.example.com/?s={subid}&z={zip}", visitor("zip=1&subid=9"), { leave: ["subid"] }),
  ).toBe("https://p.example.com/?s={subid}&z=1");
});

test("who opted out gives partners their source only", () => {
  const query = "zip=1&first=Ann&email=a%40b.example&custom=2&sourceid=mail&utm_source=x&utm_campaign=y";
  expect(partnerAddress("https://p.example.com/?z={zip}&f={first}&s={sourceid}", visitor(query, true), hotOffers)).toBe(
    "https://p.example.com/?z=&f=&s=mail&sourceid=mail&utm_source=x&utm_campaign=y",
  );
});

test("whatever a visitor's address holds, the way leads to the partner, and from those who opted out brings nothing", () => {
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
    // The query as a browser has it, from an address that somebody made.
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

/** A small generator of repeatable chance. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
