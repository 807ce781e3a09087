import { expect, test } from "vitest";
import { shareImage } from "./head.tsx";

const site = { siteName: "Thriftwell", tagline: "Smart Money.", baseUrl: "https://site.example" };
const picture = { width: 900, height: 600, focalX: 10, focalY: 50 };
const article = { path: "/articles/a-b", title: "A", image: "/images/a.svg" };

test("a share image's URL names its page and changes with its content", () => {
  const address = shareImage(site, article);
  expect(address).toMatch(/^https:\/\/site\.example\/share\/articles\/a-b-[0-9a-z]{1,13}\.jpg$/);
  for (const other of [
    { title: "B" },
    { image: "/images/b.svg" },
    { image: null },
    { category: "banking" },
    { picture },
  ])
    expect(shareImage(site, { ...article, ...other })).not.toBe(address);
  expect(shareImage({ ...site, siteName: "Saver" }, article)).not.toBe(address);
});

test("a topic's list uses the topic's image, and other pages the site's", () => {
  expect(shareImage(site, { path: "/articles?category=banking&page=2", title: "B" })).toMatch(
    /\/share\/topics\/banking-/,
  );
  for (const page of [{ path: "/offers" }, { path: "/newsletter?page=2" }, { ...article, noindex: true }])
    expect(shareImage(site, { title: "T", ...page })).toMatch(/\/share\/site\/home-/);
});
