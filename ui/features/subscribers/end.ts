import { useSearchParams } from "react-router";

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
