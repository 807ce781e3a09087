/** `items` in a random order, each order as likely as any (Fisher and Yates). `random` gives numbers from 0 to below 1. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const left = [...items];
  const out: T[] = [];
  while (left.length > 0) out.push(...left.splice(Math.floor(random() * left.length), 1));
  return out;
}

/** `items` with the one of this id, if there is one, before the others. */
export function beginningWith<T extends { id: number }>(id: string | undefined, items: readonly T[]): T[] {
  const isFirst = (item: T) => Number(String(item.id) === id);
  return items.toSorted((a, b) => isFirst(b) - isFirst(a));
}
