import { expect, test } from "vitest";
import { calendarOf } from "./calendar.ts";
import type { Deadline } from "./deadlines.ts";

const from = { siteName: "Thrift, well", baseUrl: "https://site.example", now: new Date("2026-03-01T15:04:05.678Z") };
const claim: Deadline = {
  id: "content-offer-7",
  title: "Norvexa data incident",
  day: "2026-12-31",
  what: "claim",
  partner: "Norvexa",
  proof: "The notice number",
  path: "/content/settlements",
  done: false,
};

/** The content lines of a file, unfolded (RFC 5545). */
const linesOf = (file: string) => file.replaceAll("\r\n ", "").split("\r\n");

test("a deadline is a day with alarms a week and a day before, at 9 a.m.", () => {
  expect(linesOf(calendarOf([claim], from))).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Thrift\\, well//My list//EN",
    "CALSCALE:GREGORIAN",
    "BEGIN:VEVENT",
    "UID:content-offer-7@site.example",
    "DTSTAMP:20260301T150405Z",
    "DTSTART;VALUE=DATE:20261231",
    "DTEND;VALUE=DATE:20270101",
    "SUMMARY:Last day to claim: Norvexa data incident",
    "DESCRIPTION:Norvexa\\nProof needed: The notice number\\nhttps://site.example/content/settlements",
    "URL:https://site.example/content/settlements",
    "TRANSP:TRANSPARENT",
    ...["-P6DT15H", "-PT15H"].flatMap((trigger) => [
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      "DESCRIPTION:Last day to claim: Norvexa data incident",
      `TRIGGER:${trigger}`,
      "END:VALARM",
    ]),
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

test("all deadlines go into one file, each with its own UID", () => {
  const file = calendarOf([claim, { ...claim, id: "daily-offer-1", what: "offer" }], from);
  expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(file).toContain("UID:daily-offer-1@site.example\r\n");
  expect(file).toContain("SUMMARY:Offer ends: ");
});

test("special characters are escaped, and values have no line breaks", () => {
  const file = calendarOf([{ ...claim, title: "a;b,c\\d\r\nEND:VEVENT", proof: "", partner: "" }], from);
  expect(linesOf(file)).toContain("SUMMARY:Last day to claim: a\\;b\\,c\\\\d\\nEND:VEVENT");
  expect(linesOf(file).filter((line) => line === "END:VEVENT")).toHaveLength(1);
});

test.each(["x".repeat(300), "é".repeat(200), "😀".repeat(120), "日本語".repeat(60)])(
  "no line has more than 75 octets, and no character is parted: %#",
  (title) => {
    const file = calendarOf([{ ...claim, title }], from);
    for (const line of file.split("\r\n")) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(file).not.toMatch(/[^\r]\n|\r[^\n]/);
    expect(linesOf(file)).toContain(`SUMMARY:Last day to claim: ${title}`);
    expect(file).not.toContain("\uFFFD");
  },
);
