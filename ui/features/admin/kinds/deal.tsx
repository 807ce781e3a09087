import type { Deal, LinkHealth } from "../../../shared/api.gen.ts";
import { capitalized, type Entry, type Kind } from "../kind.ts";
import { AlsoShown, OfferPlacements } from "../offers/offer-placements.tsx";
import { placementName } from "../offers/placements.tsx";
import { type OfferKind, reportedAs } from "./money-columns.tsx";

const holds = {
  upcoming: "Not started",
  ended: "Ended",
  dailyCap: "Daily cap reached",
  totalCap: "Total cap reached",
  brokenLink: "Paused: broken link",
} as const;

const linkNotes: { [state in LinkHealth["state"]]?: string } = { broken: "Broken link", moved: "New destination" };

const thisPlacement = "This placement";

type Offer = Entry & Deal & { title: string; isActive: boolean };

type Parts = "noun" | "titleOf" | "noteOf" | "copyOf" | "openGroups" | "headOf" | "reported" | "about" | "below";

/** What offers have in common at every kind of placement. */
export const dealParts = (kind: OfferKind): Pick<Kind<Offer>, Parts> => ({
  noun: "offer",
  titleOf: ({ title }) => title,
  openGroups: ["Money", thisPlacement],
  headOf: (group, offer) => {
    if (group !== thisPlacement) return group;
    const here = offer?.placements.find(({ id }) => id === `${kind}:${offer.id}`);
    return `${group}: ${placementName(here ?? { kind, page: null })}`;
  },
  reported: reportedAs(kind),
  noteOf: ({ hold, isActive, linkHealth }) =>
    (isActive && ((hold && holds[hold]) || linkNotes[linkHealth.state])) || null,
  copyOf: ({ title }) => ({ title: capitalized(`copy of ${title}`).slice(0, 200), isActive: false }),
  about: (offer) => <AlsoShown placements={offer.placements} here={`${kind}:${offer.id}`} />,
  below: (offer) => <OfferPlacements offer={offer} here={`${kind}:${offer.id}`} />,
});
