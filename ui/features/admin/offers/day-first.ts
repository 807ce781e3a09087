/** Whether dates could start with the day or with the month: they have slashes and none of them tells, or none is seen. */
export function isAmbiguous(dates: string[]): boolean {
  const starts = dates.flatMap((date) => date.match(/^\d{1,2}\/\d{1,2}(?=\/\d)/)?.[0] ?? []);
  return (
    dates.length === 0 || (starts.length > 0 && starts.every((start) => start.split("/").every((n) => Number(n) <= 12)))
  );
}
