import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { OfferFacts } from "../api.gen.ts";
import { dayIn } from "../format.ts";
import { useSite } from "../site.ts";
import { addDeadline, deadlinesKey, readDeadlines, removeDeadline } from "./deadlines.ts";
import { useKept } from "./kept.ts";
import { TextButton } from "./text-button.tsx";

interface AddToListProps {
  /** Of the offer among those of all kinds, such as content-offer-7. */
  id: string;
  offer: Partial<OfferFacts> & {
    title: string;
    /** When it leaves the site. */
    endsAt: string | null;
    /** Of a settlement: the last day to claim. */
    deadline?: string | null;
    proofNeeded?: boolean;
  };
  /** The page that it is on. */
  path: string;
}

/** Puts an offer with a date on the list in this browser, or takes it off; nothing for one without. */
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
    <p className="noscript:hidden print:hidden mt-3 flex flex-wrap items-baseline gap-x-5 text-small">
      <TextButton onClick={isOn ? () => removeDeadline(id) : add}>
        {isOn ? "Remove from my list" : "Add to my list"}
        <span className="sr-only"> {title}</span>
      </TextButton>
      {isOn && <Link to={paths.myList}>See my list</Link>}
    </p>
  );
}
