import { search } from "../../../paths.ts";
import type { Deal, DealInput, LinkHealth, OfferFacts } from "../../../shared/api.gen.ts";
import { capitalized, type Entry, type FieldSpec, type Kind } from "../kind.ts";

const group = "Money";

const facts = "What visitors decide by";

/** The facts of an offer, each in a few words; empty ones are not shown. */
const factFields: FieldSpec<OfferFacts, Exclude<keyof OfferFacts, "disclaimer">>[] = [
  { name: "partner", label: "Partner", type: "line", hint: "Whose offer it is", group: facts },
  { name: "figure", label: "Figure", type: "line", hint: "What it is worth, such as $150", group: facts },
  { name: "figureNote", label: "What the figure is", type: "line", hint: "Such as a bonus, or a month", group: facts },
  { name: "who", label: "For whom", type: "line", group: facts },
  { name: "minimum", label: "Minimum", type: "line", hint: "What has to be spent or paid in", group: facts },
  { name: "fee", label: "Fee", type: "line", group: facts },
  { name: "ends", label: "Ends (as shown)", type: "line", group: facts },
  { name: "proof", label: "Proof", type: "line", hint: "What a claim has to be proved by", group: facts },
  {
    name: "category",
    label: "Category",
    type: "choice",
    initial: "general",
    options: [
      { value: "general", label: "General" },
      { value: "health-plan", label: "Health plan" },
    ],
    hint: "A health plan shows Medicare’s disclaimer, and we send its partner no visitor data.",
    group: facts,
  },
  {
    name: "planOrganizations",
    label: "Organizations represented",
    type: "number",
    least: 1,
    hint: "For health plans: the number Medicare’s disclaimer shows",
    nullable: true,
    group: facts,
  },
  {
    name: "planProducts",
    label: "Plans offered",
    type: "number",
    least: 1,
    hint: "For health plans: the number Medicare’s disclaimer shows",
    nullable: true,
    group: facts,
  },
];

/** What was agreed with the advertiser of an offer, of the kind whose calls are at `path`. */
export const dealFields = (path: string): FieldSpec<Deal, keyof DealInput>[] => [
  ...factFields,
  {
    name: "advertiserId",
    label: "Advertiser",
    type: "record",
    list: () => `/api/admin/advertisers${search({ limit: 200 })}`,
    nullable: true,
    group,
  },
  {
    name: "payoutModel",
    label: "Paid for",
    type: "choice",
    options: (["click", "lead", "sale"] as const).map((value) => ({ value, label: `Each ${value}` })),
    hint: "Clicks are counted here; leads and sales are reported by the advertiser.",
    nullable: true,
    group,
  },
  {
    name: "payoutAmount",
    label: "Payout",
    type: "money",
    currency: "payoutCurrency",
    hint: "Of each, such as 12.50",
    nullable: true,
    group,
  },
  { name: "payoutCurrency", label: "Currency", type: "currency", nullable: true, group },
  { name: "startsAt", label: "Starts", type: "time", nullable: true, group },
  { name: "endsAt", label: "Ends", type: "time", nullable: true, group },
  {
    name: "dailyCap",
    label: "Daily cap",
    type: "number",
    least: 1,
    hint: "After so many clicks, leads or sales of a day the offer is not shown until the next. What comes within 5 seconds of that, and leads and sales of earlier clicks, come on top. One network’s clicks count up to a tenth of it. Empty: no cap.",
    nullable: true,
    group,
  },
  { name: "totalCap", label: "Total cap", type: "number", least: 1, hint: "The same for good", nullable: true, group },
  {
    name: "fallbackOfferId",
    label: "Fallback",
    type: "record",
    list: (pageId) => path + search({ pageId, limit: 200 }),
    hint: "Takes its place before its start, after its end and at a cap",
    nullable: true,
    group,
  },
  {
    name: "pauseWhenBroken",
    label: "Pause when the link is broken",
    type: "flag",
    hint: "After three checks in a row that failed or led elsewhere; the fallback takes its place",
    group,
  },
  { name: "terms", label: "Terms", type: "text", hint: "For staff: what was agreed", group },
  {
    name: "subIdParam",
    label: "Sub-id parameter",
    type: "line",
    hint: "The parameter that the advertiser wants the click’s id in, such as subid. {clickid} in the address does the same.",
    nullable: true,
    group,
  },
];

const holds = {
  upcoming: "Not started",
  ended: "Ended",
  dailyCap: "Daily cap reached",
  totalCap: "Total cap reached",
  brokenLink: "Paused: broken link",
} as const;

const linkNotes: { [state in LinkHealth["state"]]?: string } = { broken: "Broken link", moved: "Leads elsewhere" };

type Offer = Entry & Deal & { title: string; isActive: boolean };

/** What offers of every kind have in common. */
export const dealParts: Pick<Kind<Offer>, "noteOf" | "copyOf" | "healthOf"> = {
  noteOf: ({ hold, isActive, linkHealth }) =>
    (isActive && ((hold && holds[hold]) || linkNotes[linkHealth.state])) || null,
  healthOf: ({ linkHealth }) => linkHealth,
  copyOf: ({ title }) => ({ title: capitalized(`copy of ${title}`).slice(0, 200), isActive: false }),
};
