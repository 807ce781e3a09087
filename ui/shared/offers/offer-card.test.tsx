import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { clickIdMark } from "../constants.ts";
import { type Site, SiteContext } from "../site.ts";
import { OfferCard, OfferIndex } from "./offer-card.tsx";
import { OfferLink } from "./offer-link.tsx";
import { nobody, partnerAddress } from "./visitor.ts";

const site = { timezone: "America/New_York" } as Site;
const offer = { title: '<img src=x onerror="alert(1)">', description: "<b>Bold</b> & true", imageUrl: null };

const inSite = (content: ReactNode) => renderToStaticMarkup(<SiteContext value={site}>{content}</SiteContext>);

const card = (target: string) =>
  inSite(
    <OfferCard offer={offer}>
      <OfferLink href={(clickId) => partnerAddress(target, nobody, { clickId })} title={offer.title} onOpen={() => {}}>
        {"<i>Go</i>"}
      </OfferLink>
    </OfferCard>,
  );

test("markup in any field is shown as text", () => {
  const html = card('https://p.example.com/?q="><script>alert(1)</script>');
  expect(html).toContain("&lt;img src=x");
  expect(html).toContain("&lt;b&gt;Bold&lt;/b&gt; &amp; true");
  expect(html).toContain("&lt;i&gt;Go&lt;/i&gt;");
  expect(html).not.toMatch(/<script|<img src=x|<b>|<i>/);
});

test("an offer and its link are marked as sponsored", () => {
  const html = card("https://p.example.com/");
  expect(html).toContain("Sponsored");
  expect(html).toMatch(/<a href="https:\/\/p\.example\.com\/" target="_blank" rel="sponsored noopener"/);
});

test("a link has a placeholder for the click ID, for clicks before hydration", () => {
  const id = "01234567-89ab-7cde-8f01-23456789abcd";
  const target = "https://p.example.com/?sub={clickid}";
  const marked = card(target).match(/data-marked="([^"]+)"/)?.[1];
  expect(marked?.replaceAll(clickIdMark, id)).toBe(partnerAddress(target, nobody, { clickId: id }));
  expect(card("https://p.example.com/?a=1")).not.toContain("data-marked");
});

test("a target that is not a web address is not linked", () => {
  const html = card("javascript:alert(1)");
  expect(html).not.toContain("<a ");
  expect(html).not.toContain("javascript:");
});

test("an offer from a fictional partner is marked as an example", () => {
  const html = (url: string) => inSite(<OfferCard offer={{ ...offer, url }}>Go</OfferCard>);
  for (const url of ["https://bank.example.com/x?ref=1", "https://bank.example", "https://example.org:1/"])
    expect(html(url)).toContain(">Example<");
  for (const url of ["https://example-bank.com/", "https://bank.com/example.com", "https://notexample.com/"])
    expect(html(url)).not.toContain(">Example<");
});

test("an offer shows its destination, its figure and its terms", () => {
  const told = {
    ...offer,
    url: "https://bank.example.com/x?ref=1",
    figure: "$150",
    figureNote: "bonus",
    fee: "None",
    minimum: "",
    disclaimer: "We do not offer every plan available in your area.",
  };
  const html = inSite(
    <OfferCard offer={told}>
      <OfferLink href={() => told.url} title={told.title} onOpen={() => {}}>
        Go
      </OfferLink>
    </OfferCard>,
  );
  expect(html).toMatch(/>bank\.example\.com</);
  expect(html).toMatch(/\$150<\/span>/);
  expect(html).toMatch(/The catch<\/dt><dd[^>]*>None/);
  expect(html).not.toContain("Proof");
  expect(html).not.toContain("Not stated");
  expect(html).toContain(">We do not offer every plan available in your area.</p>");
});

test("the catch is the minimum, and the fee then has its own row", () => {
  const told = { ...offer, minimum: "$500 in deposits", fee: "None" };
  const html = inSite(<OfferCard offer={told}>Go</OfferCard>);
  expect(html).toMatch(/The catch<\/dt><dd[^>]*>\$500 in deposits.*Fee<\/dt><dd[^>]*>None/);
});

test("cards on a page have the same rows, and say which terms are not stated", () => {
  const html = inSite(
    <OfferCard offer={{ ...offer, who: "Renters" }} among={[{ fee: "None" }, { endsAt: null }]}>
      Go
    </OfferCard>,
  );
  expect(html.match(/<dt[^>]*>[^<]+/g)?.map((term) => term.split(">")[1])).toEqual(["Who it’s for", "The catch"]);
  expect(html).toMatch(/The catch<\/dt><dd[^>]*>Not stated/);
});

test("an index names each offer with its figure, its partner and what the figure is, and links to the card", () => {
  const offers = [1, 2, 3].map((id) => ({
    ...offer,
    id,
    title: `Offer ${id}`,
    partner: `Partner ${id}`,
    figure: `$${id}`,
    figureNote: "a month",
  }));
  const html = inSite(<OfferIndex offers={offers} />);
  expect(html).toMatch(
    /href="#offer-2"[^>]*><span[^>]*>Offer 2<\/span><span[^>]*>\$2<\/span><span[^>]*>Partner 2 · a month</,
  );
  expect(inSite(<OfferCard offer={offers[1] ?? offer}>Go</OfferCard>)).toContain('id="offer-2"');
  expect(inSite(<OfferIndex offers={offers.slice(1)} />)).toBe("");
  const cases = offers.map((one) => ({ ...one, deadline: "2099-03-04T12:00:00Z" }));
  expect(inSite(<OfferIndex offers={cases} />)).toMatch(/Partner 2 · Claim by <time[^>]*>March 4, 2099<.time><.span>/);
});

test("an insurance offer says its catch, then what its price depends on", () => {
  const html = inSite(
    <OfferCard offer={{ ...offer, minimum: "No floods", fee: "Your car" }} kind="policy">
      Go
    </OfferCard>,
  );
  expect(html).toMatch(/The catch<\/dt><dd[^>]*>No floods.*Depends on<\/dt><dd[^>]*>Your car/);
});
