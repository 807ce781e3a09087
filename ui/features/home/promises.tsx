import { useSite } from "../../shared/site.ts";

/** The statistics strip, set like the last lines of an account; nothing where staff have given no figure. */
export function Figures() {
  const { subscribers, totalSaved, tips, averageAnnualSavings } = useSite().figures;
  const figures = [
    { value: subscribers, label: "Subscribers" },
    { value: totalSaved, label: "Total saved" },
    { value: tips, label: "Money-saving tips" },
    { value: averageAnnualSavings, label: "Average annual savings" },
  ].filter(({ value }) => value);
  if (figures.length === 0) return null;
  return (
    <dl className="wrap figures-strip">
      {figures.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Why the site may be believed, as far as staff say so. */
export function Values() {
  const { expertResearch, communityVerified, weeklyUpdates } = useSite().cards;
  const values = [
    { title: "Expert Research", text: expertResearch, picture: "magnifier" },
    { title: "Community Verified", text: communityVerified, picture: "handshake" },
    { title: "Weekly Updates", text: weeklyUpdates, picture: "envelope" },
  ].filter(({ text }) => text);
  if (values.length === 0) return null;
  return (
    <section className="wrap section" aria-labelledby="values">
      <div className="section-head">
        <h2 id="values" className="heading">
          How we earn your trust
        </h2>
      </div>
      <ul className="values">
        {values.map(({ title, text, picture }) => (
          <li key={title}>
            <img
              src={`/images/steps/${picture}.svg`}
              alt=""
              width="160"
              height="120"
              loading="lazy"
              className="picture"
            />
            <h3 className="card-title">{title}</h3>
            <p className="card-text">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
