/** The marks of an axis from 0 to at least the maximum: three to five, in steps of 1, 2 or 5 times a power of ten. */
export function marks(most: number, fractional: boolean): number[] {
  if (most <= 0) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const least = [1, 2, 5, 10].map((step) => step * power).find((step) => step * 4 >= most) ?? most;
  const step = fractional ? least : Math.max(1, least);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}
