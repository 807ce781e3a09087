import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { OfferFacts } from "../api.gen.ts";
import { dayIn } from "../format.ts";
import { useSite } from "../site.ts";
import { addDeadline, deadlinesKey, readDeadlines, removeDeadline } from "./deadlines.ts";
import { useKept } from "./kept.ts";
import { TextButton } from "./text-button.tsx";

interface AddToListProps {
  /** The offer's ID across all kinds, such as content-offer-7. */
  id: string;
  offer: Partial<OfferFacts> & {
    title: string;
    /** When the offer ends. */
    endsAt: string | null;
    /** For a settlement, the last day to file a claim. */
    deadline?: string | null;
    proofNeeded?: boolean;
  };
  /** The page with the offer. */
  path: string;
}

/** Adds an offer with a date to the list in this browser, or removes it. Shows nothing for an offer without a date. */
export function AddToList({ id, offer, path }: AddToListProps) {
  const { timezone } = useSite();
  const kept = useKept(() => localStorage.getItem(deadlinesKey));
  const { title, partner = "", deadline, endsAt, proofNeeded } = offer;
  const at = deadline ?? endsAt;
  if (!at) return null;
  const add = () =>
    addDeadline({
      id,
      title,
      path,
      partner,
      what: deadline ? "claim" : "offer",
      day: dayIn(timezone, new Date(at)),
      proof: offer.proof || (proofNeeded ? "Proof of purchase" : ""),
    });
  const isOn = readDeadlines(kept).some((listed) => listed.id === id);
  return (
    <p className="noscript:hidden print:hidden flex flex-wrap items-baseline gap-x-5 text-small text-ink">
      <TextButton onClick={isOn ? () => removeDeadline(id) : add}>
        {isOn ? "Remove from my list" : "Add to my list"}
        <span className="sr-only"> {title}</span>
      </TextButton>
      {isOn && <Link to={paths.myList}>See my list</Link>}
    </p>
  );
}
