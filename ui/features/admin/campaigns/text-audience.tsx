import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import type { TextAudience as Counted } from "../../../shared/api.gen.ts";
import { whole } from "../../../shared/format.ts";
import { useRead } from "../calls.ts";
import { textKind } from "../kinds/text.ts";
import { Note } from "../parts/texts.tsx";

/** How many get a text now, why others don’t, and which settings are missing. */
export function TextAudience() {
  const { data } = useRead<Counted>(`${textKind.path}/audience`);
  if (!data) return null;
  const { people, unsettled, full, stopped, missing } = data;
  const others = [
    unsettled > 0 && `${whole(unsettled)} agreed but haven’t confirmed by text`,
    full > 0 && `${whole(full)} got four texts within a month`,
    stopped > 0 && `${whole(stopped)} opted out`,
  ].filter(Boolean);
  return (
    <div className="grid gap-1 mb-5">
      {missing.length > 0 && (
        <Note>
          We can’t send texts yet: {list(missing)} {missing.length === 1 ? "isn’t" : "aren’t"} set.{" "}
          <Link to={paths.adminHelp("campaigns", "text-alerts")} className="underline">
            See how
          </Link>
          .
        </Note>
      )}
      <p className="font-display text-subheading">{numbers(people)}</p>
      {others.length > 0 && <p className="field-hint">{others.join("; ")}.</p>}
    </div>
  );
}

function numbers(n: number): string {
  if (n === 0) return "No one gets texts yet";
  return n === 1 ? "1 number gets a text" : `${whole(n)} numbers get a text`;
}

const list = (names: string[]) => new Intl.ListFormat("en-US").format(names);
