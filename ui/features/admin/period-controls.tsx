import { Options } from "../../shared/form/fields.tsx";
import { dayIn } from "../../shared/format.ts";
import { useSite } from "../../shared/site.ts";
import { useTyping } from "./date-fields.tsx";
import { Choice, Entry, Segment, Segments } from "./parts/toolbar.tsx";
import { daysOf, periodOf, periods } from "./period.ts";
import { usePlace } from "./place.ts";
import { isWhole } from "./zoned.ts";

/** A report's period, with its first and last day for a custom one. */
export function PeriodChoice() {
  const { place, go } = usePlace();
  const today = dayIn(useSite().timezone);
  const period = periodOf(place);
  const { from, to } = daysOf(place, today);
  return (
    <>
      <Choice label="Period" value={period} onChange={(event) => go({ range: event.currentTarget.value })}>
        <Options of={periods.map(({ id, label }) => [id, label])} />
      </Choice>
      {period === "custom" &&
        (["start", "end"] as const).map((end) => (
          <End
            key={end}
            label={end === "start" ? "From" : "To"}
            max={today}
            day={place[end] ?? (end === "start" ? from : to)}
            onDay={(day) => go({ [end]: day || undefined }, { replace: true })}
          />
        ))}
    </>
  );
}

/** The first or last day of a period. It changes only with a complete date. */
function End({ label, max, day, onDay }: { label: string; max: string; day: string; onDay: (day: string) => void }) {
  const typing = useTyping(day, (typed) => (typed === "" || isWhole(typed)) && onDay(typed));
  return <Entry label={label} type="date" max={max} {...typing} />;
}

/** Whether a report counts only people, or everything. */
export function WhomToCount() {
  const { place, go } = usePlace();
  const all = place.count === "all";
  return (
    <Segments label="Traffic to count">
      <Segment pressed={!all} onClick={() => go({ count: undefined })}>
        People
      </Segment>
      <Segment pressed={all} onClick={() => go({ count: "all" })}>
        All traffic
      </Segment>
    </Segments>
  );
}
