import type { SiteSettings } from "../../shared/api.gen.ts";
import { type Read, settled } from "../../shared/api.ts";
import { Motif } from "../../shared/ui/picture.tsx";

/** The statistics strip. It is hidden unless staff have entered figures. */
export function Figures({ settings }: { settings: Read<SiteSettings> }) {
  const { subscribers, totalSaved, tips, averageAnnualSavings } = settled(settings).data.figures;
  const figures = [
    { value: subscribers, label: "Subscribers" },
    { value: totalSaved, label: "Total saved" },
    { value: tips, label: "Money-saving tips" },
    { value: averageAnnualSavings, label: "Average annual savings" },
  ].filter(({ value }) => value);
  if (figures.length === 0) return null;
  return (
    <dl className="wrap grid grid-cols-2 max-brief:grid-cols-1 border-t border-b-4 border-t-rule border-b-rule [border-bottom-style:double] md:grid-cols-4">
      {figures.map(({ value, label }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end py-5 pr-4 md:not-first:border-l md:not-first:border-line md:not-first:pl-6"
        >
          <dt className="text-small text-muted">{label}</dt>
          <dd className="font-display text-[clamp(1.75rem,1.25rem+2vw,3.25rem)] leading-[1.1] font-medium tracking-tight whitespace-nowrap figures-ledger">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Why readers can trust the site, as written by staff. */
export function Values({ settings }: { settings: Read<SiteSettings> }) {
  const { expertResearch, communityVerified, weeklyUpdates } = settled(settings).data.cards;
  const values = [
    { title: "Expert Research", text: expertResearch, picture: "magnifier" },
    { title: "Community Verified", text: communityVerified, picture: "handshake" },
    { title: "Weekly Updates", text: weeklyUpdates, picture: "envelope" },
  ].filter(({ text }) => text);
  if (values.length === 0) return null;
  return (
    <section className="wrap section" aria-labelledby="values">
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 border-t border-rule pt-4">
        <h2 id="values" className="heading">
          How we earn your trust
        </h2>
      </div>
      <ul className="grid gap-10 md:grid-cols-3">
        {values.map(({ title, text, picture }) => (
          <li key={title}>
            <Motif name={picture} lazy className="mb-5 aspect-4/3 w-30" />
            <h3 className="card-title mt-3">{title}</h3>
            <p className="mt-2 max-w-[34ch] leading-[1.5] text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
