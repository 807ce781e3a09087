import { afterEach, expect, test } from "vitest";
import { createAgent, SocketApi } from "./api.ts";
import { renderPage, renderShell } from "./render.tsx";
import { type FakeAnswer, FakeApi } from "./testing/fake-api.ts";
import { article, articleCard, guide, manifest, site } from "./testing/fixtures.ts";

const open: FakeApi[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((api) => api.close()));
});

async function render(path: string, answers: Record<string, FakeAnswer>) {
  const api = await new FakeApi(answers).listen();
  open.push(api);
  return renderPage(path, new SocketApi(api.socket, createAgent()), site, manifest);
}

const articleAnswers = {
  "/api/articles/article-1": { body: article, headers: { "cache-tag": "articles, article:1" } },
};
const guideAnswers = { "/api/listicles/switch-banks": { body: guide, headers: { "cache-tag": "guide:7" } } };

test("an article is whole in the HTML and names the tags of what it shows", async () => {
  const page = await render("/articles/article-1", articleAnswers);
  expect(page.status).toBe(200);
  expect(page.html).toContain("The first word.");
  expect(page.html).toContain("The last word.");
  expect(page.tags).toEqual(["articles", "article:1"]);
});

test("a page has one title, description and canonical address, on the site's own origin", async () => {
  const { html } = await render("/articles/article-1", articleAnswers);
  expect(html.match(/<title>[^<]*/g)).toEqual(["<title>Article 1 | Thriftwell"]);
  expect(html.match(/<meta name="description"[^>]*/g)).toHaveLength(1);
  expect(html.match(/<link rel="canonical" href="[^"]*/g)).toEqual([
    '<link rel="canonical" href="https://site.example/articles/article-1',
  ]);
  expect(html).toContain('content="https://site.example/images/share/articles/article-1.png"');
});

test("nothing inline runs and no element carries a style, whatever the content holds", async () => {
  const { html } = await render("/guides/switch-banks", guideAnswers);
  const scripts = html.match(/<script[^>]*>/g) ?? [];
  expect(scripts.filter((tag) => !/ src=|type="application\/(ld\+)?json"/.test(tag))).toEqual([]);
  expect(html.split("</script>")).toHaveLength(scripts.length + 1);
  expect(html).not.toMatch(/<[^>]+ style="/);
});

test("steps stand in the order of their positions", async () => {
  const { html } = await render("/guides/switch-banks", guideAnswers);
  const body = html.slice(html.indexOf("<main"));
  expect(body.indexOf('step-title">First step')).toBeLessThan(body.indexOf('step-title">Second step'));
});

test("the modules of the page are preloaded, the entry only once", async () => {
  const { html } = await render("/guides/switch-banks", guideAnswers);
  expect(html.match(/\/assets\/[a-z]+\.js/g)).toEqual(["/assets/entry.js", "/assets/guide.js"]);
});

test("an unknown address and an unknown article are a 404 that may be kept", async () => {
  for (const path of ["/nowhere", "/articles/nowhere"]) {
    const page = await render(path, {});
    expect(page).toMatchObject({ status: 404, failed: false });
    expect(page.html).toContain("404 Page Not Found");
    expect(page.html).toContain("Did you forget to add the page to the router?");
  }
});

test("an unknown guide is a 404 of its own", async () => {
  const page = await render("/guides/nowhere", {});
  expect(page.status).toBe(404);
  expect(page.html).toContain("Guide Not Found");
});

test("a read that fails makes a failed page with the API's sentence", async () => {
  const busy = { status: 503, body: { detail: "Please try again in a moment." } };
  const page = await render("/articles/article-1", { "/api/articles/article-1": busy });
  expect(page).toMatchObject({ status: 503, failed: true });
  expect(page.html).toContain("503: Please try again in a moment.");
});

test("an API that is not there makes a failed page", async () => {
  const page = await renderPage("/articles/a", new SocketApi("/nonexistent/socket", createAgent()), site, manifest);
  expect(page).toMatchObject({ status: 503, failed: true });
});

test("a render that breaks makes the error page, and its reason stays here", async () => {
  const broken = { body: { ...article, toc: null } };
  const page = await render("/articles/article-1", { "/api/articles/article-1": broken });
  expect(page).toMatchObject({ status: 500, failed: true });
  expect(page.html).toContain("500: Something went wrong.");
  expect(page.html).not.toContain("Cannot read");
});

test("the list asks for the page, category and text of the address and links to the next page", async () => {
  const call = "/api/articles?category=insurance&q=car&limit=9&offset=9";
  const cards = Array.from({ length: 9 }, (_, i) => ({ ...articleCard(i), title: `A car ${i}` }));
  const page = await render("/articles?category=insurance&q=car&page=2", {
    [call]: { body: cards, headers: { "x-total-count": "20" } },
  });
  expect(page.status).toBe(200);
  expect(page.html).toContain("/articles?category=insurance&amp;q=car&amp;page=3");
});

test("a category that nothing is in is kept out of search engines, with one word to them", async () => {
  const empty = { body: [], headers: { "x-total-count": "0" } };
  const robots = /<meta name="robots"[^>]*/g;
  const odd = await render("/articles?category=odd", { "/api/articles?category=odd&limit=9&offset=0": empty });
  expect(odd.html.match(robots)).toHaveLength(1);
  const search = await render("/articles?q=zzz", { "/api/articles?q=zzz&limit=9&offset=0": empty });
  expect(search.html.match(robots)).toHaveLength(1);
  const full = { body: [articleCard(1)], headers: { "x-total-count": "1" } };
  const found = await render("/articles", { "/api/articles?limit=9&offset=0": full });
  expect(found.html.match(robots)).toBeNull();
});

test("a guide of many steps lists them first, in their order; a short one does not", async () => {
  const items = [3, 1, 4, 2].map((position) => ({
    ...guide.items[0],
    position,
    id: position,
    title: `Do ${position}`,
  }));
  const long = await render("/guides/long", { "/api/listicles/long": { body: { ...guide, slug: "long", items } } });
  expect(long.html.match(/href="#step-\d">[^<]*/g)).toEqual([1, 2, 3, 4].map((n) => `href="#step-${n}">Do ${n}`));
  const short = await render("/guides/switch-banks", guideAnswers);
  expect(short.html).not.toContain('href="#step-');
});

test("the guides are searched by title, subtitle and tags without JavaScript", async () => {
  const other = { ...guide, id: 8, slug: "other", title: "Other", subtitle: "Thing", tags: ["rent"] };
  const answers = { "/api/listicles": { body: [guide, other] }, "/api/listicles/featured": { body: [] } };
  const found = await render("/guides?q=FEES", answers);
  expect(found.html).toContain('href="/guides/switch-banks"');
  expect(found.html).not.toContain('href="/guides/other"');
});

test("the shell holds no data and lets the browser load", () => {
  const html = renderShell(site, manifest);
  expect(html).toContain('"router":null');
  expect(html).toContain('src="/assets/entry.js"');
});
