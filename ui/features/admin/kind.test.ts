import { expect, test } from "vitest";
import { bodyOf, changed, check, type Item, valuesOf, words } from "./kind.ts";
import { contentOfferKind, pageKind, questionKind, slugOf } from "./kinds.ts";

const offer: Item = {
  id: 7,
  version: 3,
  isActive: true,
  title: "A deal",
  description: "",
  url: "https://partner.example/",
  imageUrl: null,
  priority: 4,
  isFeatured: false,
};

test("a new offer has the priority of section 9 and is active", () => {
  expect(valuesOf(contentOfferKind, null)).toMatchObject({
    title: "",
    priority: "1",
    isActive: true,
    isFeatured: false,
  });
});

test("only what was changed is sent, as the server takes it", () => {
  const from = valuesOf(contentOfferKind, offer);
  const values = { ...from, priority: "9", imageUrl: " ", isFeatured: true };
  const names = changed(contentOfferKind, values, from);
  expect(bodyOf(contentOfferKind, values, names)).toEqual({ priority: 9, imageUrl: null, isFeatured: true });
});

test("an empty offer of a question is none, an empty position is left to the server", () => {
  const values = { question: "Well?", targetOfferId: "", position: "", isActive: true };
  const body = bodyOf(questionKind, values, Object.keys(values));
  expect(JSON.parse(JSON.stringify(body))).toEqual({ question: "Well?", targetOfferId: null, isActive: true });
});

test.each([
  [{ title: " " }, "Title and URL are required"],
  [{ priority: "11" }, "Please enter a whole number from 1 to 10."],
  [{ priority: "1.5" }, "Please enter a whole number from 1 to 10."],
  [{}, undefined],
])("%o is refused with %s", (change, sentence) => {
  const values = { ...valuesOf(contentOfferKind, offer), ...change };
  expect(Object.values(check(contentOfferKind, values))[0]).toBe(sentence);
});

test("a page without a slug is refused in the words of section 5", () => {
  expect(Object.values(check(pageKind, { title: "A", slug: "" }))).toEqual(["Title and slug are required"]);
});

test("toasts and questions read as section 8 has them", () => {
  expect(words.done("offer", "created")).toBe("Offer created successfully");
  expect(words.failed("offer", "delete")).toBe("Failed to delete offer");
  expect(words.confirm("offer")).toBe("Are you sure you want to delete this offer?");
});

test("a slug is made of a title", () => {
  expect(slugOf("  Summer Déals & More! ")).toBe("summer-deals-more");
});
