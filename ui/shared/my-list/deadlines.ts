import { fieldsOf, keep, ownPath, parsed, textOf } from "./kept.ts";

/** Something to do by a day, which the reader added to the list. */
export interface Deadline {
  /** The offer's ID, such as content-offer-7. */
  id: string;
  title: string;
  /** The last day, such as 2026-03-04. */
  day: string;
  /** What ends: the claims of a settlement, or an offer. */
  what: "claim" | "offer";
  partner: string;
  /** Proof required for a claim; empty if unknown. */
  proof: string;
  /** The page where it was added. */
  path: string;
  done: boolean;
}

export const deadlinesKey = "my-deadlines";

/** The deadlines in a stored text, the earliest first and completed ones last. Invalid ones are left out. */
export function readDeadlines(text: string | null): Deadline[] {
  const list = parsed(text);
  if (!Array.isArray(list)) return [];
  const found = new Map<string, Deadline>();
  for (const value of list) {
    const deadline = deadlineOf(fieldsOf(value));
    if (deadline) found.set(deadline.id, deadline);
  }
  return [...found.values()].sort((a, b) => Number(a.done) - Number(b.done) || a.day.localeCompare(b.day));
}

function deadlineOf(fields: Record<string, unknown>): Deadline | null {
  const [id, title, day, path] = [textOf(fields.id), textOf(fields.title), textOf(fields.day), ownPath(fields.path)];
  if (!/^[\w-]+$/.test(id) || !title || !isDay(day) || !path) return null;
  return {
    id,
    title,
    day,
    path,
    what: fields.what === "claim" ? "claim" : "offer",
    partner: textOf(fields.partner),
    proof: textOf(fields.proof),
    done: fields.done === true,
  };
}

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Adds a deadline to the list, replacing the same one. */
export function addDeadline(deadline: Omit<Deadline, "done">): void {
  write([...others(deadline.id), { ...deadline, done: false }]);
}

export function removeDeadline(id: string): void {
  write(others(id));
}

export function setDone(id: string, done: boolean): void {
  write(stored().map((deadline) => (deadline.id === id ? { ...deadline, done } : deadline)));
}

const stored = () => readDeadlines(localStorage.getItem(deadlinesKey));
const others = (id: string) => stored().filter((deadline) => deadline.id !== id);
const write = (list: Deadline[]) => keep(deadlinesKey, list.length === 0 ? null : JSON.stringify(list));

/** The number of days from one day to another. */
export function daysUntil(day: string, today: string): number {
  return Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
}
