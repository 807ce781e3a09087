import type { Value, Values } from "../kind.ts";

/** The server's reading speed, in words per minute. */
const wordsPerMinute = 220;

/** The words of a piece: of its body, or of its introduction, steps and conclusion. */
export function wordsOf({ body, introduction, items, conclusion }: Values): number {
  return [body, introduction, items, conclusion].reduce((sum: number, text) => sum + count(text), 0);
}

export function minutesOf(words: number): number {
  return Math.max(1, Math.round(words / wordsPerMinute));
}

function count(value: Value | undefined): number {
  if (Array.isArray(value)) return value.reduce((sum, { title, content }) => sum + count(title) + count(content), 0);
  return typeof value === "string" ? (value.match(/\S+/g)?.length ?? 0) : 0;
}
