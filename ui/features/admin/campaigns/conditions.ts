import type { Audience } from "../../../shared/api.gen.ts";

const labels: Record<keyof Audience, string> = {
  topics: "Topics",
  frequency: "Frequency",
  engagement: "Engagement",
  signedUpSince: "Signed up since",
  signedUpBefore: "Signed up before",
  source: "Source",
};

export const engagements: Record<NonNullable<Audience["engagement"]>, string> = {
  "": "Everyone",
  "clicked-30": "Clicked in 30 days",
  "clicked-90": "Clicked in 90 days",
  "clicked-365": "Clicked in 365 days",
  "not-clicked-90": "No clicks in 90 days",
};

/** An audience as JSON, in one order and without empty conditions, so that equal audiences are equal strings. */
export function conditionsOf(audience: Audience): string {
  const names = Object.keys(labels) as (keyof Audience)[];
  const set = names.filter((name) => String(audience[name] ?? "") !== "");
  return JSON.stringify(Object.fromEntries(set.map((name) => [name, audience[name]])));
}

/** Such a JSON in words, one condition a line. */
export function conditionsInWords(json: string): string {
  const audience: Audience = JSON.parse(json || "{}");
  const lines = Object.entries(audience).map(([name, value]) => {
    const said = name === "engagement" ? engagements[audience.engagement ?? ""] : String(value).replaceAll(",", ", ");
    return `${labels[name as keyof Audience]}: ${said}`;
  });
  return lines.join("\n") || "Everyone";
}
