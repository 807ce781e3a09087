import { settlements } from "../constants.ts";
import { count } from "../format.ts";
import { LongDate } from "../ui/time.tsx";

/** The last day to claim and the days left, counted when the page was rendered. It is colored if that is soon. */
export function ClaimBy({ deadline, className = "px-5" }: { deadline: string | null; className?: string }) {
  const look = `flex flex-wrap items-baseline justify-between gap-x-3 py-2.5 text-[0.9375rem] ${className}`;
  if (!deadline) return <p className={`${look} bg-sunken text-muted`}>No deadline announced</p>;
  const days = daysUntil(deadline, Date.now());
  return (
    <p
      className={`${look} ${days < settlements.soonDays ? "bg-(--savings-ground) text-(--savings-ink)" : "bg-sunken"}`}
      suppressHydrationWarning
    >
      <strong className="font-semibold">
        Claim by <LongDate iso={deadline} />
      </strong>
      <span suppressHydrationWarning>{left(days)}</span>
    </p>
  );
}

function left(days: number): string {
  if (days < 0) return "Closed";
  return days === 0 ? "Last day" : `${count(days, "day")} left`;
}

/** The number of days left to claim: 0 on the last one, negative after it. */
export function daysUntil(deadline: string, now: number): number {
  return Math.ceil((Date.parse(deadline) - now) / 86_400_000) + 0; // never -0
}
