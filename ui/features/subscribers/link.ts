import { useSearchParams } from "react-router";
import type { LinkRequest, Received } from "../../shared/api.gen.ts";
import { browserApi } from "../../shared/api.ts";
import { useMounted } from "../../shared/ui/time.tsx";

/**
 * The signed token of an email's link. Undefined until mounted, because the HTML is the same for everyone; null if the
 * URL has none.
 */
export function useEid(): string | null | undefined {
  const mounted = useMounted();
  const [params] = useSearchParams();
  return mounted ? params.get("eid") || null : undefined;
}

/** The result of a form sent without JavaScript. The server puts it in the URL (features/subscribers/http.go). */
export type End = "done" | "monthly" | "link" | "email" | "later";

/** The messages for failed requests. */
const endings: Record<Exclude<End, "done" | "monthly">, string> = {
  link: "This link no longer works.",
  email: "Please enter a valid email address.",
  later: "That didn’t go through. Wait a moment and try again.",
};

/** The result, if any, and its message if it failed. */
export function useEnd(): { end: End | null; refusal: string | null } {
  const end = useSearchParams()[0].get("end");
  if (end === "done" || end === "monthly") return { end, refusal: null };
  return end !== null && Object.hasOwn(endings, end)
    ? { end: end as End, refusal: endings[end as keyof typeof endings] }
    : { end: null, refusal: null };
}

/** Requests an email with the link to the preferences. The response doesn't reveal whether the address is known. */
export async function requestLink(request: LinkRequest): Promise<void> {
  await browserApi.send<Received>("POST", "/api/preferences/link", request);
}

/** Shown after the link to switch to one email a month was requested. */
export const monthlyOnItsWay = "If that address is on our list, we’ve sent it a link to switch to one email a month.";

/** Shown after a link was requested. */
export const linkOnItsWay =
  "If that address is on our list, we’ve sent it a link to change your settings. The link works for a week.";
