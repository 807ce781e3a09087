import { expect, test } from "vitest";
import { shareLink } from "./share-link.ts";

test("a shared link carries what is known of its campaign", () => {
  const campaign = { source: " newsletter ", medium: "email", campaign: "spring & summer", content: "" };
  expect(shareLink("https://site.example", "/guides/a", campaign)).toBe(
    "https://site.example/guides/a?utm_source=newsletter&utm_medium=email&utm_campaign=spring+%26+summer",
  );
});
