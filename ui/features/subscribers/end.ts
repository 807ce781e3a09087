import { useSearchParams } from "react-router";

/** How a form ended that was sent without JavaScript; the server says it in the address (features/subscribers/http.go). */
export type End = "done" | "monthly" | "link" | "email" | "later";

/** What to say of one that did not go through. */
const endings: Record<Exclude<End, "done" | "monthly">, string> = {
  link: "This link no longer works.",
  email: "Please enter a valid email address.",
  later: "That didn’t go through. Wait a moment and try again.",
};

/** The end, if there is one, and what to say of it if it is not a good one. */
export function useEnd(): { end: End | null; refusal: string | null } {
  const end = useSearchParams()[0].get("end");
  if (end === "done" || end === "monthly") return { end, refusal: null };
  return end !== null && Object.hasOwn(endings, end)
    ? { end: end as End, refusal: endings[end as keyof typeof endings] }
    : { end: null, refusal: null };
}
