import { expect, test } from "vitest";
import type { StaffArticle } from "../../../shared/api.gen.ts";
import { questionBefore } from "./questions.ts";

const past = "2026-01-01T00:00:00.000Z";
const future = "2999-01-01T00:00:00.000Z";

/** The question for an article that was `status` before the save. */
function asked(was: string, values: { status?: string; publishAt?: string }, change = {}) {
  const from = { status: was } as StaffArticle;
  const changed = Object.keys(values);
  return questionBefore("article", { from, values: { status: was, publishAt: past, ...values }, changed }, change);
}

test("asks before publishing at a time in the past", () => {
  expect(asked("scheduled", { publishAt: past })).toMatchObject({ change: { status: "published" } });
  expect(asked("draft", { publishAt: past }, { status: "published" })?.title).toBe("This time has passed");
});

test("doesn't ask about an unchanged earlier time", () => {
  expect(asked("draft", {}, { status: "published" })).toBeNull();
  expect(asked("published", { publishAt: past })).toBeNull();
});

test("asks about a future time only if readers lose the piece", () => {
  expect(asked("draft", { publishAt: future }, { status: "scheduled" })).toBeNull();
  expect(asked("published", { publishAt: future }, { status: "scheduled" })?.act).toBe("Schedule");
});

test("asks before unpublishing", () => {
  expect(asked("published", {}, { status: "archived" })?.act).toBe("Archive");
  expect(asked("published", {}, { status: "draft" })?.act).toBe("Unpublish");
  expect(asked("draft", {}, { status: "archived" })).toBeNull();
});
