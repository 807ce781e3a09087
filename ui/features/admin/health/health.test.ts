import { expect, test } from "vitest";
import type { HealthPart } from "../../../shared/api.gen.ts";
import { summary } from "./health.ts";

const part = (level: HealthPart["level"]): HealthPart => ({
  name: "Email",
  level,
  sentence: "Email is going out.",
  help: "health#email",
  problems: [],
  details: [],
});

test("the summary counts what is wrong", () => {
  const of = (...levels: HealthPart["level"][]) =>
    summary({ level: "good", checkedAt: "2026-03-04T12:00:00Z", parts: levels.map(part) });
  expect(of("good", "good")).toBe("Everything is working.");
  expect(of("warning", "good", "bad", "bad")).toBe("2 problems, 1 warning.");
  expect(of("warning")).toBe("1 warning.");
});
