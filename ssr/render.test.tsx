import { afterEach, expect, test } from "vitest";
import { createAgent, SocketApi } from "./api.ts";
import { renderPage, renderShell } from "./render.tsx";
import { type FakeAnswer, FakeApi } from "./testing/fake-api.ts";
import { article, articleCard, guide, manifest, settings, site } from "./testing/fixtures.ts";

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

test("an article is complete in the HTML and has the cache tags of what it shows", async () => {
  const page = await render("/articles/article-1", articleAnswers);
  expect(page.status).toBe(200);
  expect(page.html).toContain("The first word.");
  expect(page.html).toContain("The last word.");
  expect(page.tags).toEqual(["articles", "article:1"]);
});

test("a text in the HTML is not repeated in the data", async () => {
  const { html } = await render("/guides/switch-banks", guideAnswers);
  const data = html.slice(html.lastIndexOf('id="page-data">'));
  expect(data).toContain('"introduction":{"shown":0}');
  expect(data).toContain('"content":{"shown":2}},{"imageUrl"'); // the second step, which comes first in the response
  expect(data).toContain('"conclusion":{"shown":3}');
  expect(data).not.toMatch(/Why|Then\.|Done\./);
});

test("a page has one title, description and canonical address, on the site's own origin", async () => {
  const { html } = await render("/articles/article-1", articleAnswers);
  expect(html).toContain('<link rel="expect" href="#page-data" blocking="render">');
  expect(html.match(/<title>[^<]*/g)).toEqual(["<title>Article 1 | Thriftwell"]);
  expect(html.match(/<meta name="description"[^>]*/g)).toHaveLength(1);
  expect(html.match(/<link rel="canonical" href="[^"]*/g)).toEqual([
    '<link rel="canonical" href="https://site.example/articles/article-1',
  ]);
  expect(html).toMatch(/og:image" content="https:\/\/site\.example\/share\/articles\/article-1-[0-9a-z]+\.jpg"/);
});

test("there are no inline scripts or styles, whatever the content", async () => {
  const { html } = await render("/guides/switch-banks", guideAnswers);
  const scripts = html.match(/<script[^>]*>/g) ?? [];
  expect(scripts.filter((tag) => !/ src=|type="application\/(ld\+)?json"/.test(tag))).toEqual([]);
  expect(html.split("</script>")).toHaveLength(scripts.length + 1);
  expect(html).not.toMatch(/<[^>]+ style="/);
});

test("an uploaded picture has responsive sizes, dimensions and a focal point", async () => {
  const stem = "/pictures/0123456789abcdef0123456789abcdef-";
  const picture = { width: 3000, height: 4000, focalX: 20, focalY: 50 };
  const body = { ...article, imageUrl: `${stem}1600.jpg`, picture };
  const { html } = await render("/articles/article-1", { "/api/articles/article-1": { body } });
  const main = html.slice(html.indexOf("<main"));
  expect(main).toMatch(
    /<picture><source type="image\/avif" srcSet="[^"]*-480.avif 480w, [^"]*-1600.avif 1600w" sizes="/,
  );
  expect(main).toMatch(
    /<img [^>]*src="[^"]*-1600.jpg" alt="Picture 1" width="3000" height="4000"[^>]* class="[^"]* focal-x-20"\/>/,
  );
});

test("a staff page has no public header or footer", async () => {
  const { status, html } = await render("/admin/articles/7", {});
  expect(status).toBe(200);
  expect(html).toContain('<meta name="robots" content="noindex"');
  expect(html).not.toMatch(/<style>|aria-label="Main"|<footer/);
});

test("a byline links to an author with a page", async () => {
  const piece = await render("/articles/article-1", articleAnswers);
  expect(piece.html).toMatch(/<a [^>]*href="\/authors\/maya-ortega"[^>]*>Maya Ortega<\/a>/);
  expect(piece.html).toContain('"url":"https://site.example/authors/maya-ortega"');
  const guideOfNobody = await render("/guides/switch-banks", guideAnswers);
  expect(guideOfNobody.html).not.toContain('href="/authors/');
  const body = {
    slug: "maya-ortega",
    name: "Maya Ortega",
    bio: "She buys. She counts.",
    credentials: "CPA",
    imageUrl: null,
    picture: null,
    articles: [articleCard(3)],
    guides: [],
  };
  const { status, html } = await render("/authors/maya-ortega", {
    "/api/authors/maya-ortega?limit=60&offset=0": { body },
  });
  expect(status).toBe(200);
  expect(html).toContain('"@type":"Person","name":"Maya Ortega"');
  expect(html).toContain("Articles by Maya");
  expect(html).not.toContain("Guides by");
});

test("steps are ordered by position", async () => {
  const { html } = await render("/guides/switch-banks", guideAnswers);
  const body = html.slice(html.indexOf("<main"));
  const [first, second] = [">First step</h2>", ">Second step</h2>"].map((title) => body.indexOf(title));
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(second ?? 0);
});

test("a guide shows its correction and its sources", async () => {
  const { html } = await render("/guides/switch-banks", guideAnswers);
  const body = html.slice(html.indexOf("<main")).replaceAll(/<!-- -->/g, "");
  expect(body).toMatch(/Correction, <time[^>]*>October 10, 2026<\/time>:<\/strong> The fee is \$12 and not \$21\./);
  expect(body).toMatch(/<a href="https:\/\/agency\.example\/"[^>]*>The agency<\/a>/);
});

test("a guide's conclusion has a heading only if there is one", async () => {
  expect((await render("/guides/switch-banks", guideAnswers)).html).toContain("The bottom line");
  const open = { "/api/listicles/switch-banks": { body: { ...guide, conclusion: "" } } };
  expect((await render("/guides/switch-banks", open)).html).not.toContain("The bottom line");
});

test("scripts load after the page and run after it is painted", async () => {
  const scriptOf = async (path: string, answers = {}) =>
    (await render(path, answers)).html.match(/<[^>]*\/assets\/\w+\.js[^>]*>/g);
  expect(await scriptOf("/guides/switch-banks", guideAnswers)).toEqual([
    '<script async type="module" src="/assets/start.js" fetchpriority="low" data-views="/assets/views.js" data-modules="/assets/guide.js /assets/entry.js" data-wait="visitor" data-early="/assets/react.js">',
  ]);
  expect(await scriptOf("/contact")).toEqual([
    '<script async type="module" src="/assets/start.js" fetchpriority="low" data-views="/assets/views.js" data-modules="/assets/contact.js /assets/entry.js" data-wait="paint" data-early="/assets/react.js">',
  ]);
});

test("a page links one stylesheet; staff pages and the shell link the complete one", async () => {
  const sheetsOf = (html: string) => html.match(/<style|(?<=<link rel="stylesheet" href=")[^"]*/g);
  expect(sheetsOf((await render("/guides/switch-banks", guideAnswers)).html)).toEqual(["/assets/app.css"]);
  expect(sheetsOf((await render("/admin", {})).html)).toEqual(["/assets/staff.css"]);
  expect(sheetsOf(renderShell(site, manifest))).toEqual(["/assets/staff.css"]);
});

test("a staff page's modules are preloaded", async () => {
  expect((await render("/admin", {})).html.match(/<[^>]*\/assets\/\w+\.js[^>]*>/g)).toEqual([
    '<script async type="module" src="/assets/start.js" fetchpriority="low" data-views="/assets/views.js" data-modules="/assets/entry.js">',
    '<link rel="modulepreload" href="/assets/entry.js" fetchpriority="low">',
  ]);
});

test("an unknown address and an unknown article are a cacheable 404", async () => {
  for (const path of ["/nowhere", "/articles/nowhere"]) {
    const page = await render(path, {});
    expect(page).toMatchObject({ status: 404, failed: false });
    expect(page.html).toContain("404 Page Not Found");
    expect(page.html).toContain("Did you forget to add the page to the router?");
  }
});

test("an unknown guide has its own 404 page", async () => {
  const page = await render("/guides/nowhere", {});
  expect(page.status).toBe(404);
  expect(page.html).toContain("Guide Not Found");
});

test("an unpublished article and guide return 410", async () => {
  const gone = { status: 410, body: { detail: "This article is no longer here." } };
  for (const [path, call] of [
    ["/articles/old", "/api/articles/old"],
    ["/guides/old", "/api/listicles/old"],
  ] as const) {
    const page = await render(path, { [call]: gone });
    expect(page).toMatchObject({ status: 410, failed: false });
    expect(page.html).toContain("This page is gone");
    expect(page.html).toContain('<meta name="robots" content="noindex"/>');
  }
});

test("a preview looks like the piece and is not indexed", async () => {
  for (const [path, call, piece, text] of [
    ["/preview/articles/t", "/api/preview/articles/t", article, "The last word."],
    ["/preview/guides/t", "/api/preview/guides/t", guide, "Second step"],
  ] as const) {
    const page = await render(path, { [call]: { body: piece } });
    expect(page.status).toBe(200);
    expect(page.html).toContain(text);
    expect(page.html).toContain('<meta name="robots" content="noindex"/>');
    expect(page.html).not.toContain('rel="canonical"');
  }
});

test("a moved article is shown under its current address", async () => {
  const moved = {
    status: 301,
    body: null,
    headers: { location: "/api/articles/article-1", "cache-tag": "article:old, article:article-1" },
  };
  const page = await render("/articles/old", { ...articleAnswers, "/api/articles/old": moved });
  expect(page.status).toBe(200);
  expect(page.html).toContain('<link rel="canonical" href="https://site.example/articles/article-1"');
  expect(page.tags).toContain("article:old");
});

test("a failed read renders an error page with the API's message", async () => {
  const busy = { status: 503, body: { detail: "Please try again in a moment." } };
  const page = await render("/articles/article-1", { "/api/articles/article-1": busy });
  expect(page).toMatchObject({ status: 503, failed: true });
  expect(page.html).toContain("Please try again in a moment.");
});

test("an unavailable API renders an error page", async () => {
  const page = await renderPage("/articles/a", new SocketApi("/nonexistent/socket", createAgent()), site, manifest);
  expect(page).toMatchObject({ status: 503, failed: true });
});

test("a failed render shows the error page without its cause", async () => {
  const broken = { body: { ...article, toc: null } };
  const page = await render("/articles/article-1", { "/api/articles/article-1": broken });
  expect(page).toMatchObject({ status: 500, failed: true });
  expect(page.html).toContain("Something went wrong.");
  expect(page.html).not.toContain("Cannot read");
});

test("the list requests the URL's page, category and text, and links to the next page", async () => {
  const call = "/api/articles?category=insurance&q=car&limit=9&offset=9";
  const cards = Array.from({ length: 9 }, (_, i) => ({ ...articleCard(i), title: `A car ${i}` }));
  const page = await render("/articles?category=insurance&q=car&page=2", {
    [call]: { body: cards, headers: { "x-total-count": "20" } },
  });
  expect(page.status).toBe(200);
  expect(page.html).toContain("/articles?category=insurance&amp;q=car&amp;page=3");
});

test("an empty category is not indexed", async () => {
  const empty = { body: [], headers: { "x-total-count": "0" } };
  const robots = /<meta name="robots" content="noindex"/g;
  const known = await render("/articles?category=phone", { "/api/articles?category=phone&limit=9&offset=0": empty });
  expect(known.status).toBe(200);
  expect(known.html.match(robots)).toHaveLength(1);
  const search = await render("/articles?q=zzz", { "/api/articles?q=zzz&limit=9&offset=0": empty });
  expect(search.html.match(robots)).toHaveLength(1);
  const full = { body: [articleCard(1)], headers: { "x-total-count": "1" } };
  const found = await render("/articles", { "/api/articles?limit=9&offset=0": full });
  expect(found.html.match(robots)).toBeNull();
});

test("a category shows its topic's introduction and starts with the chosen article", async () => {
  const cards = [articleCard(1), articleCard(2)];
  const topic = { category: "phone", introduction: "What you use.", first: cards[1] };
  const list = { body: cards, headers: { "x-total-count": "2" } };
  const { html } = await render("/articles?category=phone", {
    "/api/articles?category=phone&limit=9&offset=0": list,
    "/api/topics/phone": { body: topic },
  });
  expect(html).toContain("What you use.");
  const slugs = [
    ...html.matchAll(
      /class="card-link [^>]*href="\/articles\/([^"]+)"|href="\/articles\/([^"]+)"[^>]*class="card-link /g,
    ),
  ];
  expect(slugs.map(([, a, b]) => a ?? b)).toEqual([cards[1]?.slug, cards[0]?.slug]);
});

test("an unknown category is a 404 that does not repeat its name", async () => {
  const lists = { "/api/listicles": { body: [guide] }, "/api/listicles/featured": { body: [] } };
  const none = { body: [], headers: { "x-total-count": "0" } };
  for (const path of ["/articles?category=call-us-now", "/guides?category=call-us-now"]) {
    const answers = { ...lists, "/api/articles?category=call-us-now&limit=9&offset=0": none };
    const page = await render(path, answers);
    expect(page).toMatchObject({ status: 404, failed: false });
    expect(page.html).toContain("404 Page Not Found");
    expect(page.html).not.toMatch(/>[^<]*call-us-now/i);
  }
});

test("a category missing from the filter has a page if it has articles", async () => {
  const one = { body: [{ ...articleCard(1), category: "travel" }], headers: { "x-total-count": "1" } };
  const articles = await render("/articles?category=travel", { "/api/articles?category=travel&limit=9&offset=0": one });
  expect(articles.html).toContain(">Travel</h1>");
  const lists = {
    "/api/listicles": { body: [{ ...guide, category: "travel" }] },
    "/api/listicles/featured": { body: [] },
  };
  expect((await render("/guides?category=travel", lists)).status).toBe(200);
});

test("a long guide lists its steps first; a short one does not", async () => {
  const items = [3, 1, 4, 2].map((position) => ({
    ...guide.items[0],
    position,
    id: position,
    title: `Do ${position}`,
  }));
  const long = await render("/guides/long", { "/api/listicles/long": { body: { ...guide, slug: "long", items } } });
  const listed = [...long.html.matchAll(/href="#(step-\d)"[^>]*>([^<]*)/g)].map(([, id, title]) => [id, title]);
  expect(listed).toEqual([1, 2, 3, 4].map((n) => [`step-${n}`, `Do ${n}`]));
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

test("the shell has no data, so the browser loads it", () => {
  const html = renderShell(site, manifest);
  expect(html).toContain('"router":null');
  expect(html).toContain('src="/assets/start.js"');
  expect(html).toContain('href="/assets/entry.js"');
});

test("a guide discloses paid links above the first one, and only if there are any", async () => {
  const [first, second] = guide.items;
  if (!first || !second) throw new Error("the guide needs two steps");
  const paid = { ctaUrl: "https://partner.example/", ctaText: "Go", ctaSponsored: true };
  const items = [
    { ...first, ...paid, ctaAdvertiser: "Copperlane" },
    { ...second, ...paid, ctaAdvertiser: "Marlowick Bank" },
  ];
  const { html } = await render("/guides/switch-banks", {
    "/api/listicles/switch-banks": { body: { ...guide, items } },
  });
  const said = text(html).match(/[^.]*no say in this guide\./g);
  expect(said).toHaveLength(1);
  expect(said?.[0]).toContain("Marlowick Bank and Copperlane pay us for the links marked “Sponsored” below");
  expect(html.indexOf("no say in this guide")).toBeLessThan(html.indexOf('rel="sponsored noopener"'));
  expect(html.match(/rel="sponsored noopener"/g)).toHaveLength(2);
  expect((await render("/guides/switch-banks", guideAnswers)).html).not.toContain("no say in this guide");
});

test("an article's savings say what household they are for", async () => {
  const said = async (savingsAssumption: string | null) =>
    text(
      (
        await render("/articles/article-1", {
          "/api/articles/article-1": { body: { ...article, avgSavings: "$766/year", savingsAssumption } },
        })
      ).html,
    );
  expect(await said(null)).toMatch(/Save \$766\/year\s*example household/);
  expect(await said("a family that cancels cable")).toMatch(/Save \$766\/year\s*a family that cancels cable/);
});

test("sign-in is offered only if configured, and unset figures are not shown", async () => {
  const answers = {
    "/api/articles?featured=true": { body: [] },
    "/api/listicles/featured": { body: [] },
    "/api/site": { body: settings },
  };
  const api = await new FakeApi(answers).listen();
  open.push(api);
  const home = async (signIn: boolean) =>
    (await renderPage("/", new SocketApi(api.socket, createAgent()), { ...site, signIn }, manifest)).html;
  expect(await home(true)).toContain("Sign in");
  expect(await home(false)).not.toContain("Sign in");
  expect(text(await home(true))).not.toMatch(/Subscribers|Total saved|average subscriber|Community Verified/);
});

test("a byline marks a fictional author", async () => {
  const said = async (authorIsExample: boolean) =>
    text(
      (await render("/articles/article-1", { "/api/articles/article-1": { body: { ...article, authorIsExample } } }))
        .html,
    );
  expect(await said(true)).toMatch(/By\s+Maya Ortega\s+Example/);
  expect(await said(false)).not.toContain("Example");
});

/** The text of a page without markup. */
function text(html: string): string {
  return html
    .replaceAll(/<script[^>]*>.*?<\/script>|<!-- -->/gs, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/ +/g, " ");
}
