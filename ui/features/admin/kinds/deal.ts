import type { Deal, LinkHealth } from "../../../shared/api.gen.ts";
import { capitalized, type Entry, type Kind } from "../kind.ts";

const holds = {
  upcoming: "Not started",
  ended: "Ended",
  dailyCap: "Daily cap reached",
  totalCap: "Total cap reached",
  brokenLink: "Paused: broken link",
} as const;

const linkNotes: { [state in LinkHealth["state"]]?: string } = { broken: "Broken link", moved: "New destination" };

type Offer = Entry & Deal & { title: string; isActive: boolean };

/** Settings shared by all kinds of offers. */
export const dealParts: Pick<Kind<Offer>, "noteOf" | "copyOf" | "openGroups"> = {
  openGroups: ["Money"],
  noteOf: ({ hold, isActive, linkHealth }) =>
    (isActive && ((hold && holds[hold]) || linkNotes[linkHealth.state])) || null,
  copyOf: ({ title }) => ({ title: capitalized(`copy of ${title}`).slice(0, 200), isActive: false }),
};
