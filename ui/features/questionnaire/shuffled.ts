/**
 * `items` in random order, each order equally likely (Fisher and Yates). `random` returns numbers from 0 up to but not
 * including 1.
 */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const left = [...items];
  const out: T[] = [];
  while (left.length > 0) out.push(...left.splice(Math.floor(random() * left.length), 1));
  return out;
}

/** `items` starting with the one that has this id, if any. */
export function beginningWith<T extends { id: number }>(id: string | undefined, items: readonly T[]): T[] {
  const isFirst = (item: T) => Number(String(item.id) === id);
  return items.toSorted((a, b) => isFirst(b) - isFirst(a));
}
