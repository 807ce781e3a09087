import { Link } from "react-router";
import { adminPaths } from "../../../shared/admin-paths.ts";
import type { HealthReport } from "../../../shared/api.gen.ts";
import { curly } from "../../../shared/curly.ts";
import { useRead } from "../calls.ts";
import { OverviewPart, overviewListLook } from "../parts/overview-part.tsx";
import { Note, Subheading } from "../parts/texts.tsx";
import { RecordTitle } from "../record-row.tsx";
import { path, summary } from "./health.ts";
import { Level } from "./screen.tsx";

/** On the overview, whether the site is well, and what isn't. */
export function HealthCard() {
  const { data } = useRead<HealthReport>(path);
  if (!data) return null;
  return (
    <OverviewPart className="mb-8" aria-label="Health">
      <div className="flex flex-wrap items-center gap-x-3">
        <Subheading>Health</Subheading>
        <Level level={data.level} />
      </div>
      <p className="mt-3 text-small">
        {summary(data)}{" "}
        <Link to={adminPaths.health()} className="underline">
          See all checks
        </Link>
      </p>
      <ul className={overviewListLook}>
        {data.parts
          .filter(({ level }) => level !== "good")
          .map(({ name, level, sentence }) => (
            <li key={name}>
              <div className="min-w-0 flex-1 [&>p]:text-muted [&>p]:text-small [&>p]:wrap-anywhere">
                <RecordTitle to={adminPaths.health(name)}>{name}</RecordTitle>
                <p>{curly(sentence)}</p>
              </div>
              <Level level={level} />
            </li>
          ))}
      </ul>
    </OverviewPart>
  );
}

/** Says that no email goes out; nothing while it does. */
export function EmailTrouble() {
  const { data } = useRead<HealthReport>(path);
  const email = data?.parts.find(({ name }) => name === "Email");
  if (email?.level !== "bad") return null;
  return (
    <Note role="status">
      {curly(email.sentence)}{" "}
      <Link to={adminPaths.health(email.name)} className="underline">
        See what to do
      </Link>
    </Note>
  );
}
