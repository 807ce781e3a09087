import { expect, test } from "vitest";
import type { StaffContentOffer } from "../../shared/api.gen.ts";
import { bodyOf, changed, check, stepOf, valuesOf, words } from "./kind.ts";
import { guideKind, pageKind, slugOf } from "./kinds/editorial.ts";
import { contentOfferKind, dailyOfferKind } from "./kinds/offers.tsx";
import { questionKind } from "./kinds/question.ts";

const offer: StaffContentOffer = {
  id: 7,
  pageId: 1,
  version: 3,
  createdAt: "2027-01-01T00:00:00Z",
  updatedAt: "2027-01-01T00:00:00Z",
  deletedAt: null,
  isActive: true,
  title: "A deal",
  description: "",
  url: "https://partner.example/",
  imageUrl: null,
  priority: 4,
  isFeatured: false,
  deadline: null,
  proofNeeded: false,
  partner: "",
  figure: "",
  figureNote: "",
  who: "",
  minimum: "",
  fee: "",
  ends: "",
  proof: "",
  category: "general",
  planOrganizations: null,
  planProducts: null,
  disclaimer: null,
  advertiserId: null,
  payoutModel: null,
  payoutAmount: null,
  payoutCurrency: null,
  startsAt: null,
  endsAt: null,
  dailyCap: null,
  totalCap: null,
  fallbackOfferId: null,
  subIdParam: null,
  terms: "",
  pauseWhenBroken: false,
  hold: null,
  linkHealth: { state: "unchecked", problem: "", destination: null, accepted: null, failures: 0, checkedAt: null },
  offerId: 3,
  placementStartsAt: null,
  placementEndsAt: null,
  placements: [],
  views: 0,
  clicks: 0,
  ctr: 0,
};

test("creates active offers with the default priority of section 9", () => {
  expect(valuesOf(contentOfferKind, null)).toMatchObject({
    title: "",
    priority: "1",
    isActive: true,
    isFeatured: false,
  });
});

test("sends only changes, in the server's format", () => {
  const from = valuesOf(contentOfferKind, { ...offer, imageUrl: "/images/default.svg" });
  const values = { ...from, title: "A deal ", priority: "9", imageUrl: " ", isFeatured: true };
  const names = changed(contentOfferKind, values, from);
  expect(bodyOf(contentOfferKind, values, names)).toEqual({ priority: 9, imageUrl: null, isFeatured: true });
});

test("sends null for a removed picture", () => {
  const values = { ...valuesOf(dailyOfferKind, null), imageUrl: "/images/default.svg" };
  expect(bodyOf(dailyOfferKind, values, ["imageUrl"])).toEqual({ imageUrl: "/images/default.svg" });
  expect(bodyOf(dailyOfferKind, { ...values, imageUrl: "" }, ["imageUrl"])).toEqual({ imageUrl: null });
});

test("sends no offer for an empty choice, and omits an empty position", () => {
  const values = { question: "Well?", targetOfferId: "", position: "", isActive: true };
  const body = bodyOf(questionKind, values, Object.keys(values));
  expect(JSON.parse(JSON.stringify(body))).toEqual({ question: "Well?", targetOfferId: null, isActive: true });
});

test("converts typed dollars to cents", () => {
  const from = valuesOf(contentOfferKind, { ...offer, payoutModel: "click", payoutAmount: 129, payoutCurrency: "USD" });
  expect(from.payoutAmount).toBe("1.29");
  const sent = (change: object) => {
    const values = { ...from, ...change };
    return bodyOf(contentOfferKind, values, changed(contentOfferKind, values, from));
  };
  expect(sent({ payoutAmount: "0.29" })).toEqual({ payoutAmount: 29 });
  expect(sent({ payoutAmount: "", payoutModel: "" })).toEqual({ payoutAmount: null, payoutModel: null });
  expect(sent({ payoutAmount: "12", payoutCurrency: "jpy" })).toEqual({ payoutAmount: 12, payoutCurrency: "JPY" });
  expect(sent({ payoutCurrency: "EUR" })).toEqual({ payoutAmount: 129, payoutCurrency: "EUR" });
});

test.each([
  [{ payoutAmount: "1.999" }, "Please enter an amount such as 12.50."],
  [{ payoutAmount: "0" }, "Please enter an amount such as 12.50."],
  [{ payoutAmount: "1.5", payoutCurrency: "JPY" }, "Please enter an amount such as 1250."],
  [{ dailyCap: "0" }, "Please enter a whole number from 1."],
  [{ title: " " }, "Title and URL are required"],
  [{ priority: "11" }, "Please enter a whole number from 1 to 10."],
  [{ priority: "1.5" }, "Please enter a whole number from 1 to 10."],
  [{}, undefined],
])("%o is refused with %s", (change, sentence) => {
  const values = { ...valuesOf(contentOfferKind, offer), ...change };
  expect(Object.values(check(contentOfferKind, values))[0]).toBe(sentence);
});

test("refuses a page without a slug in section 5's words", () => {
  expect(Object.values(check(pageKind, { title: "A", slug: "" }))).toEqual(["Title and slug are required"]);
});

test("uses section 8's texts in toasts and questions", () => {
  expect(words.done("offer", "created")).toBe("Offer created successfully");
  expect(words.failed("offer", "delete")).toBe("Failed to delete offer");
  expect(words.confirm("offer")).toBe("Are you sure you want to delete this offer?");
  expect(words.effect("offer", 2)).toBe("Their links stop working. You can restore them from the trash for 30 days.");
  expect(words.effect("short link")).toBe("You can restore it from the trash for 30 days.");
});

test("makes a slug of a title", () => {
  expect(slugOf("  Summer Déals & More! ")).toBe("summer-deals-more");
});

test("splits tags at commas, and sends steps in order without keys", () => {
  const values = {
    tags: " water, bills ,,",
    items: [stepOf({ title: "One" }, "a"), stepOf({ title: "Two", ctaUrl: " " }, "b")],
  };
  expect(bodyOf(guideKind, values, ["tags", "items"])).toEqual({
    tags: ["water", "bills"],
    items: [
      {
        title: "One",
        content: "",
        imageUrl: null,
        ctaText: null,
        ctaUrl: null,
        ctaSponsored: false,
        ctaAdvertiser: null,
      },
      {
        title: "Two",
        content: "",
        imageUrl: null,
        ctaText: null,
        ctaUrl: null,
        ctaSponsored: false,
        ctaAdvertiser: null,
      },
    ],
  });
});

test("ignores keys of steps when comparing, but not their order", () => {
  const [one, two] = [stepOf({ title: "One" }, 0), stepOf({ title: "Two" }, 1)];
  const base = { ...valuesOf(guideKind, null), items: [one, two] };
  expect(changed(guideKind, { ...base, items: [{ ...one, key: "x" }, two] }, base)).toEqual([]);
  expect(changed(guideKind, { ...base, items: [two, one] }, base)).toEqual(["items"]);
});

test("parses sources with a title, an address and an optional date", () => {
  const sources = [
    { title: "EPA: WaterSense", url: "https://www.epa.gov/watersense", lookedAt: "2026-11-22" },
    { title: "Without a day", url: "https://www.ftc.gov/" },
  ];
  const values = {
    sources: "EPA: WaterSense https://www.epa.gov/watersense 2026-11-22\nWithout a day https://www.ftc.gov/",
  };
  expect(bodyOf(guideKind, values, ["sources"])).toEqual({ sources });
  expect(valuesOf(guideKind, { sources } as never).sources).toBe(values.sources);
  const typed = "EPA: WaterSense, https://www.epa.gov/watersense, 2026-11-22\nWithout a day , https://www.ftc.gov/,";
  expect(bodyOf(guideKind, { sources: typed }, ["sources"])).toEqual({ sources });
  const close = "EPA: WaterSense https://www.epa.gov/watersense,2026-11-22\nWithout a day https://www.ftc.gov/";
  expect(bodyOf(guideKind, { sources: close }, ["sources"])).toEqual({ sources });
  const alone = { sources: "https://www.ftc.gov/a,b" };
  expect(bodyOf(guideKind, alone, ["sources"])).toEqual({ sources: [{ title: "", url: "https://www.ftc.gov/a,b" }] });
});
