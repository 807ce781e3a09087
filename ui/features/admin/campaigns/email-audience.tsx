import type { Audience, AudienceCount } from "../../../shared/api.gen.ts";
import { categories } from "../../../shared/constants.ts";
import { checkLook, Field, Group } from "../../../shared/form/fields.tsx";
import { DayField } from "../date-fields.tsx";
import { emailKind } from "../kinds/email.ts";
import { Choice } from "../parts/toolbar.tsx";
import { useAnswer } from "../use-answer.ts";
import { isWhole } from "../zoned.ts";
import { conditionsOf, engagements } from "./conditions.ts";

interface AudienceFieldProps {
  /** The conditions, as JSON. */
  value: string;
  error?: string;
  onChange: (value: string) => void;
}

/** Who gets an email, and how many they are. */
export function AudienceField({ value, error, onChange }: AudienceFieldProps) {
  const audience: Audience = JSON.parse(value || "{}");
  const topics = audience.topics ?? [];
  const counted = useAnswer<AudienceCount>(`${emailKind.path}/audience`, { audience });
  const unmeasured = !counted?.engagement; // the field itself stays, because it may have the focus
  const put = (change: Audience) => onChange(conditionsOf({ ...audience, ...change }));
  const day = (name: "signedUpSince" | "signedUpBefore") => ({
    value: audience[name] ?? "",
    onChange: (day: string) => (day === "" || isWhole(day)) && put({ [name]: day }),
  });
  return (
    <>
      <Counted counted={counted} />
      <Group
        label="Topics"
        hint="Readers who chose one of these topics, or no topics. Check none to include everyone."
        error={error}
      >
        <div className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-x-4">
          {categories.map(({ id, label }) => (
            <label key={id} className={checkLook}>
              <input
                type="checkbox"
                checked={topics.includes(id)}
                onChange={({ currentTarget: { checked } }) =>
                  put({ topics: checked ? [...topics, id].sort() : topics.filter((one) => one !== id) })
                }
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
      </Group>
      <Choice
        label="Frequency"
        value={audience.frequency ?? ""}
        onChange={(event) => put({ frequency: event.currentTarget.value as Audience["frequency"] })}
      >
        <option value="">Any</option>
        <option value="weekly">Weekly</option>
        <option value="monthly">Monthly</option>
      </Choice>
      <p className="field-hint">
        Readers who get one email a month won’t get another within 27 days, whatever you choose here.
      </p>
      <Choice
        label="Engagement"
        value={audience.engagement ?? ""}
        aria-describedby={counted?.engagement === false ? "engagement-hint" : undefined}
        onChange={(event) => put({ engagement: event.currentTarget.value as Audience["engagement"] })}
      >
        {Object.entries(engagements).map(([id, label]) => (
          <option key={id} value={id} disabled={unmeasured && id !== "" && id !== audience.engagement}>
            {label}
          </option>
        ))}
      </Choice>
      {counted?.engagement === false && (
        <p className="field-hint" id="engagement-hint">
          This site doesn’t record who clicks in campaigns. The setting LETTER_ENGAGEMENT turns that on.
        </p>
      )}
      <DayField label="Signed up since" {...day("signedUpSince")} />
      <DayField label="Signed up before" {...day("signedUpBefore")} />
      <Field
        label="Source"
        hint="Signup source (utm_source)"
        value={audience.source ?? ""}
        onChange={(event) => put({ source: event.currentTarget.value })}
      />
    </>
  );
}

function Counted({ counted }: { counted: AudienceCount | null }) {
  return (
    <div role="status">
      <p className="font-display text-subheading">{counted === null ? "…" : people(counted.count)}</p>
      {counted !== null && counted.unknown > 0 && (
        <p className="field-hint">
          We can’t tell yet for {counted.unknown.toLocaleString("en-US")} more: they’ve been getting campaigns for less
          than 90 days.
        </p>
      )}
    </div>
  );
}

function people(n: number): string {
  if (n === 0) return "No one matches yet";
  return n === 1 ? "1 person gets it" : `${n.toLocaleString("en-US")} people get it`;
}
