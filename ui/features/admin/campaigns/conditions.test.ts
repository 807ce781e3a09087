import { expect, test } from "vitest";
import { conditionsInWords, conditionsOf } from "./conditions.ts";

test("equal audiences are equal texts, whatever the order of their conditions", () => {
  const kept = { source: "", topics: ["banking", "energy"], frequency: "weekly", signedUpSince: "" } as const;
  expect(conditionsOf({ ...kept, topics: [...kept.topics] })).toBe(
    conditionsOf({ frequency: "weekly", topics: ["banking", "energy"] }),
  );
  expect(conditionsOf({ topics: [], frequency: "" })).toBe("{}");
});

test("an audience is told in words", () => {
  const audience = { engagement: "not-clicked-90", topics: ["banking", "energy"] } as const;
  expect(conditionsInWords(conditionsOf({ ...audience, topics: [...audience.topics] }))).toBe(
    "Topics: banking, energy\nEngagement: No clicks in 90 days",
  );
  expect(conditionsInWords("{}")).toBe("Everyone");
});
