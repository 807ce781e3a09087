import type { Deadline } from "./deadlines.ts";

interface From {
  siteName: string;
  baseUrl: string;
  /** When the file is created. */
  now: Date;
}

/** Deadlines as an iCalendar file (RFC 5545): each a day with alarms at 9 a.m. a week and a day before. */
export function calendarOf(deadlines: Deadline[], { siteName, baseUrl, now }: From): string {
  const stamp = basic(now.toISOString().replace(/\.\d+/, ""));
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escaped(siteName)}//My list//EN`,
    "CALSCALE:GREGORIAN",
    ...deadlines.flatMap((deadline) => {
      const title = `${deadline.what === "claim" ? "Last day to claim" : "Offer ends"}: ${deadline.title}`;
      return [
        "BEGIN:VEVENT",
        `UID:${deadline.id}@${new URL(baseUrl).host}`,
        `DTSTAMP:${stamp}`,
        `DTSTART;VALUE=DATE:${basic(deadline.day)}`,
        `DTEND;VALUE=DATE:${basic(dayAfter(deadline.day))}`,
        `SUMMARY:${escaped(title)}`,
        `DESCRIPTION:${escaped(descriptionOf(deadline, baseUrl))}`,
        `URL:${baseUrl}${deadline.path}`,
        "TRANSP:TRANSPARENT",
        ...alarm(title, "-P6DT15H"), // 9 a.m. a week before, counted from midnight
        ...alarm(title, "-PT15H"),
        "END:VEVENT",
      ];
    }),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function descriptionOf({ partner, proof, path }: Deadline, baseUrl: string): string {
  return [partner, proof && `Proof needed: ${proof}`, baseUrl + path].filter(Boolean).join("\n");
}

function alarm(title: string, trigger: string): string[] {
  return ["BEGIN:VALARM", "ACTION:DISPLAY", `DESCRIPTION:${escaped(title)}`, `TRIGGER:${trigger}`, "END:VALARM"];
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, day.length);
}

/** A date, or a date and time, in the basic format. */
function basic(iso: string): string {
  return iso.replaceAll(/[-:]/g, "");
}

/** A value of type TEXT. */
function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, "\\$&").replaceAll(/\r\n?|\n/g, "\\n");
}

const octetsOfLine = 75;

/**
 * A content line in parts of at most 75 octets. Each part but the first starts with a space. Characters are not split.
 */
function folded(line: string): string {
  const parts = [""];
  let octets = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > octetsOfLine) {
      parts.push("");
      octets = 1; // the space
    }
    parts[parts.length - 1] += character;
    octets += size;
  }
  return parts.join("\r\n ");
}
