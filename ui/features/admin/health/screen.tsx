import { Link } from "react-router";
import { adminPaths, healthSection } from "../../../shared/admin-paths.ts";
import type { HealthDetail, HealthPart, HealthProblem, HealthReport } from "../../../shared/api.gen.ts";
import { curly } from "../../../shared/curly.ts";
import { machineTime } from "../../../shared/format.ts";
import { useSite } from "../../../shared/site.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { RelativeTime } from "../../../shared/ui/time.tsx";
import { useRead } from "../calls.ts";
import { inWords } from "../in-words.ts";
import { Subheading } from "../parts/texts.tsx";
import { useHash } from "../place.ts";
import { Loaded } from "../states.tsx";
import { helpOf, levelWords, path, summary } from "./health.ts";

/** How every part of the site is doing, and how to fix what isn't well. */
export function Health() {
  const health = useRead<HealthReport>(path);
  useHash(health.data !== undefined);
  return (
    <Loaded of={health}>
      {(report) => (
        <div className="max-w-192">
          <div className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-3">
            <p role="status">
              {summary(report)}{" "}
              <span className="text-muted">
                Checked <RelativeTime iso={report.checkedAt} />.
              </span>
            </p>
            <Button look="quiet" onClick={health.reload}>
              Check again
            </Button>
          </div>
          {report.parts.map((part) => (
            <Part key={part.name} part={part} />
          ))}
        </div>
      )}
    </Loaded>
  );
}

function Part({ part }: { part: HealthPart }) {
  const { name, level, sentence, problems, details } = part;
  return (
    <section
      id={healthSection(name)}
      aria-labelledby={`${healthSection(name)}-name`}
      className="scroll-mt-16 border-t border-line py-4"
    >
      <div className="flex flex-wrap items-center gap-x-3">
        <Subheading id={`${healthSection(name)}-name`}>{name}</Subheading>
        <Level level={level} />
        <Link
          to={adminPaths.help(...helpOf(part))}
          aria-label={`Help with ${name}`}
          className="ml-auto text-small text-muted underline"
        >
          Help
        </Link>
      </div>
      {problems.length === 0 ? (
        <p className="mt-1">{curly(sentence)}</p>
      ) : (
        <ul className="mt-1 grid gap-3">
          {problems.map((problem) => (
            <Found key={problem.what} problem={problem} />
          ))}
        </ul>
      )}
      {details.length > 0 && (
        <dl className="mt-2 grid gap-x-5 text-small text-muted sm:grid-cols-[10rem_minmax(0,1fr)]">
          {details.map((detail) => (
            <Line key={detail.label} detail={detail} />
          ))}
        </dl>
      )}
    </section>
  );
}

function Found({ problem: { what, fix, page } }: { problem: HealthProblem }) {
  return (
    <li className="wrap-anywhere">
      <p className="font-semibold">{curly(what)}.</p>
      <p>
        {curly(fix)}
        {page && (
          <>
            {" "}
            <Link to={page} className="underline">
              Open it
            </Link>
          </>
        )}
      </p>
    </li>
  );
}

function Line({ detail: { label, text, at } }: { detail: HealthDetail }) {
  const { timezone } = useSite();
  return (
    <>
      <dt className="max-sm:mt-1.5">{label}</dt>
      <dd className="text-ink wrap-anywhere">
        {at && <time dateTime={machineTime(at)}>{inWords(at, timezone)}</time>}
        {at && text && ": "}
        {text}
      </dd>
    </>
  );
}

/** The marks differ in shape, too. */
const marks = {
  good: "before:rounded-full before:bg-[#1d7a4a] dark:before:bg-[#6bd39a]",
  warning: "before:bg-gold before:[clip-path:polygon(50%_0,100%_100%,0_100%)]",
  bad: "font-semibold text-danger before:bg-danger",
};

/** How serious something is, in a word after its mark. */
export function Level({ level }: { level: HealthPart["level"] }) {
  return (
    <span
      className={`inline-flex flex-none items-center gap-1.5 text-small whitespace-nowrap before:size-2.5 before:content-[''] ${marks[level]}`}
    >
      {levelWords[level]}
    </span>
  );
}
