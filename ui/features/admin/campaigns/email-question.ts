import type { EmailCheck, StaffEmail } from "../../../shared/api.gen.ts";
import { ApiError } from "../../../shared/api.ts";
import { read, write } from "../calls.ts";
import { inWords } from "../in-words.ts";
import { emailKind } from "../kinds/email.ts";

/** How many people get an email, when, and which checks fail. Rejects with an ApiError if it can't be sent. */
export async function questionOf(
  { id, subject, audience, scheduledAt }: StaffEmail,
  later: boolean,
  timezone: string,
): Promise<string> {
  const [{ count: people }, checks] = await Promise.all([
    write<{ count: number }>("POST", `${emailKind.path}/audience`, { audience }),
    read(`${emailKind.path}/${id}/checks`).then((answer): Promise<EmailCheck[]> => answer.json()),
  ]);
  const failing = checks.filter(({ ok }) => !ok);
  const [missing] = failing.filter(({ field }) => field);
  if (missing) throw new ApiError(400, missing.detail, [{ field: missing.field, message: missing.detail }]);
  const parts = [
    `“${subject}” goes to ${people === 1 ? "1 person" : `${people.toLocaleString("en-US")} people`}${later ? ", as of now" : ""}.`,
    later && scheduledAt && `It will send on ${inWords(scheduledAt, timezone)}.`,
    scheduledAt && !later && "That time has passed, so it will send right away.",
    ...failing.map(({ detail }) => detail),
  ];
  return parts.filter(Boolean).join(" ");
}
