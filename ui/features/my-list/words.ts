import { longDate } from "../../shared/format.ts";
import type { Checklist } from "../../shared/my-list/checklists.ts";
import { type Deadline, daysUntil } from "../../shared/my-list/deadlines.ts";
import type { BegunGuide } from "../../shared/my-list/guides.ts";

const dollarsOf = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });

/** An amount in whole dollars. */
export function dollars(amount: number): string {
  return dollarsOf.format(amount);
}

/** The time until a day. */
export function inDays(day: string, today: string): string {
  const days = daysUntil(day, today);
  if (days < 0) return days === -1 ? "Yesterday" : `${-days} days ago`;
  return days === 0 ? "Today" : days === 1 ? "Tomorrow" : `In ${days} days`;
}

/** What ends on a day. */
export function whatEnds({ what, day }: Deadline, today: string): string {
  const isOver = day < today;
  if (what === "claim") return isOver ? "Claims closed" : "Last day to claim";
  return isOver ? "Offer ended" : "Offer ends";
}

/** "3 of 9 steps done". */
export function progressOf({ ticked, steps }: BegunGuide): string {
  if (steps.length === 0) return ticked.length === 1 ? "1 step done" : `${ticked.length} steps done`;
  const done = steps.filter(({ id }) => ticked.includes(id)).length;
  return `${done} of ${steps.length} steps done`;
}

/** "3 of 9 items done". */
export function doneOf({ items }: Checklist): string {
  return `${items.filter(({ done }) => done).length} of ${items.length} items done`;
}

/** A day in long form. */
export function dayInWords(day: string): string {
  return longDate(day, "UTC");
}
