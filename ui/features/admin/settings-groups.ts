import { containing } from "./in-words.ts";

export interface Setting {
  name: string;
  label: string;
  hint?: string;
  long?: boolean;
  /** Its values, where they are few. */
  options?: [value: string, label: string][];
}

/** Settings of one subject. */
export interface Group {
  title: string;
  about: string;
  settings: Setting[];
}

export const groups: Group[] = [
  {
    title: "Figures",
    about: "Use only figures you can prove. Blank ones aren’t shown.",
    settings: [
      { name: "figures.subscribers", label: "Subscribers", hint: "Home page" },
      { name: "figures.totalSaved", label: "Total saved", hint: "Home page" },
      { name: "figures.tips", label: "Money-saving tips", hint: "Home page" },
      { name: "figures.averageAnnualSavings", label: "Average annual savings", hint: "Home page" },
      {
        name: "figures.subscriberSavesPerYear",
        label: "Subscriber savings per year",
        hint: "Footer",
      },
      { name: "figures.settlementsRecovered", label: "Recovered", hint: "Settlements" },
      { name: "figures.settlementsResponse", label: "Response time", hint: "Settlements" },
    ],
  },
  {
    title: "Home page cards",
    about: "Why readers can trust the site. Blank cards aren’t shown.",
    settings: [
      { name: "cards.expertResearch", label: "Expert Research", long: true },
      { name: "cards.communityVerified", label: "Community Verified", long: true },
      { name: "cards.weeklyUpdates", label: "Weekly Updates", long: true },
    ],
  },
  {
    title: "Inboxes",
    about: "Shown on the contact page, which sends messages here. If blank, we use the server’s setting.",
    settings: [
      { name: "contact.support", label: "General support" },
      { name: "contact.affiliate", label: "Affiliate inquiries" },
      { name: "contact.advertising", label: "Advertising" },
    ],
  },
  {
    title: "Welcome emails",
    about: "The first tips are always sent.",
    settings: [
      {
        name: "letters.welcomeSeries",
        label: "Welcome series",
        options: [
          ["on", "On"],
          ["off", "Off"],
        ],
      },
    ],
  },
  {
    title: "Social networks",
    about: "Our profiles. An icon without an address isn’t a link.",
    settings: [
      { name: "social.facebook", label: "Facebook" },
      { name: "social.x", label: "X" },
      { name: "social.instagram", label: "Instagram" },
      { name: "social.youtube", label: "YouTube" },
    ],
  },
];

/** The settings that have every word in their label, hint or subject, by subject. */
export function find(words: string): Group[] {
  const has = containing(words);
  return groups
    .map((group) => ({
      ...group,
      settings: group.settings.filter(({ label, hint }) => has(`${group.title} ${group.about} ${label} ${hint ?? ""}`)),
    }))
    .filter(({ settings }) => settings.length > 0);
}
