import { dayIn } from "../../shared/format.ts";
import { useSite } from "../../shared/site.ts";
import { Choice, Entry, Segment, Segments } from "./parts/toolbar.tsx";
import { daysOf, periodOf, periods } from "./period.ts";
import { usePlace } from "./place.ts";

/** The period of a report, and its first and last day where one chooses them. */
export function PeriodChoice() {
  const { place, go } = usePlace();
  const today = dayIn(useSite().timezone);
  const period = periodOf(place);
  const { from, to } = daysOf(place, today);
  return (
    <>
      <Choice label="Period" value={period} onChange={(event) => go({ range: event.currentTarget.value })}>
        {periods.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Choice>
      {period === "custom" &&
        (["start", "end"] as const).map((end) => (
          <Entry
            key={end}
            label={end === "start" ? "From" : "To"}
            type="date"
            max={today}
            value={place[end] ?? (end === "start" ? from : to)}
            onChange={(event) => go({ [end]: event.currentTarget.value || undefined }, { replace: true })}
          />
        ))}
    </>
  );
}

/** Whether a report counts only what people did, or everything. */
export function WhomToCount() {
  const { place, go } = usePlace();
  const all = place.count === "all";
  return (
    <Segments label="Whom to count">
      <Segment pressed={!all} onClick={() => go({ count: undefined })}>
        People
      </Segment>
      <Segment pressed={all} onClick={() => go({ count: "all" })}>
        Everything
      </Segment>
    </Segments>
  );
}
