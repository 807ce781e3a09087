import { paths } from "../../paths.ts";
import { curly } from "../../shared/curly.ts";
import { calendarOf } from "../../shared/my-list/calendar.ts";
import { type Deadline, daysUntil, removeDeadline, setDone } from "../../shared/my-list/deadlines.ts";
import { TextButton } from "../../shared/my-list/text-button.tsx";
import { useSite } from "../../shared/site.ts";
import { download } from "./download.ts";
import { Empty, EntryTitle, Part, RemoveButton } from "./part.tsx";
import { dayInWords, inDays, whatEnds } from "./words.ts";

/** The deadlines on the list; undefined until they are known. */
export function Deadlines({ deadlines, today }: { deadlines: Deadline[] | undefined; today: string }) {
  const calendar = useCalendar();
  const ahead = deadlines?.filter(({ day }) => day >= today) ?? [];
  const passed = deadlines?.filter(({ day }) => day < today) ?? [];
  const open = ahead.filter(({ done }) => !done);
  return (
    <Part
      id="deadlines"
      title="Your deadlines"
      tool={
        open.length > 1 && (
          <TextButton className="print:hidden" onClick={() => calendar(open, "my-deadlines")}>
            {`Add all ${open.length} to my calendar`}
          </TextButton>
        )
      }
    >
      {!deadlines?.length && (
        <Empty known={deadlines !== undefined} to={paths.content("settlements")} link="See the settlements">
          File a claim late and you get nothing. Select “Add to my list” on any settlement or offer with a deadline, and
          you’ll find the date, the proof you need and a calendar entry here.
        </Empty>
      )}
      <ul>
        {ahead.map((deadline) => (
          <Row
            key={deadline.id}
            deadline={deadline}
            today={today}
            onCalendar={() => calendar([deadline], deadline.id)}
          />
        ))}
      </ul>
      {passed.length > 0 && (
        <>
          <h3 className="mt-8 font-ui text-label text-muted uppercase">Passed</h3>
          <ul>
            {passed.map((deadline) => (
              <Row key={deadline.id} deadline={deadline} today={today} />
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}

/** Offers deadlines as a calendar file with a name. */
function useCalendar() {
  const { siteName, baseUrl } = useSite();
  return (deadlines: Deadline[], name: string) =>
    download(`${name}.ics`, "text/calendar", calendarOf(deadlines, { siteName, baseUrl, now: new Date() }));
}

/** A deadline this many days away or fewer stands out. */
const soon = 7;

interface RowProps {
  deadline: Deadline;
  today: string;
  /** Undefined for a day in the past. */
  onCalendar?: () => void;
}

function Row({ deadline, today, onCalendar }: RowProps) {
  const { id, title, day, partner, proof, path, done } = deadline;
  const isOver = day < today;
  const isSoon = !isOver && !done && daysUntil(day, today) <= soon;
  return (
    <li className="grid break-inside-avoid gap-x-6 gap-y-1 border-b border-line py-5 md:grid-cols-[13.5rem_minmax(0,1fr)]">
      <p className={`flex items-baseline gap-x-3 md:block ${isOver || done ? "text-muted" : ""}`}>
        <time dateTime={day} className="block font-display text-subheading leading-tight figures-lining">
          {dayInWords(day)}
        </time>
        <span className={`text-small ${isSoon ? "font-semibold text-(--danger)" : "text-muted"}`}>
          {inDays(day, today)}
        </span>
      </p>
      <div className="min-w-0">
        <EntryTitle to={path}>{title}</EntryTitle>
        <p className="mt-1 text-small text-muted wrap-anywhere">
          {[whatEnds(deadline, today), partner && curly(partner)].filter(Boolean).join(" · ")}
        </p>
        {isOver && <p className="mt-2 text-small">This date has passed, so our page no longer shows it.</p>}
        {proof && !isOver && (
          <p className="mt-2 text-small wrap-anywhere">
            <strong>Proof needed:</strong> {curly(proof)}
          </p>
        )}
        <p className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2 text-small">
          <label className="inline-flex min-h-6 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              className="size-5 accent-brand"
              checked={done}
              onChange={(event) => setDone(id, event.currentTarget.checked)}
            />
            Done<span className="sr-only"> {title}</span>
          </label>
          {onCalendar && (
            <TextButton className="print:hidden" onClick={onCalendar}>
              Add to my calendar<span className="sr-only"> {title}</span>
            </TextButton>
          )}
          <RemoveButton title={title} onRemove={() => removeDeadline(id)} />
        </p>
      </div>
    </li>
  );
}
