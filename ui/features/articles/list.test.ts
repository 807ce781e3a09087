import { expect, test } from "vitest";
import { showing } from "./list.tsx";

test("a list that starts on a later page says which articles it shows", () => {
  expect(showing(1, 9, 36)).toBe("Showing 9 of 36 articles");
  expect(showing(2, 9, 36)).toBe("Showing 10–18 of 36 articles");
  expect(showing(4, 3, 30)).toBe("Showing 28–30 of 30 articles");
});
