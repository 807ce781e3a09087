import { marketing } from "../../shared/constants.ts";

const figures = [
  { value: marketing.subscribers, label: "Subscribers" },
  { value: marketing.totalSaved, label: "Total saved" },
  { value: marketing.tips, label: "Money-saving tips" },
  { value: marketing.averageAnnualSavings, label: "Average annual savings" },
];

/** The statistics strip, set like the last lines of an account. */
export function Figures() {
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

const values = [
  {
    title: "Expert Research",
    text: "Every figure is worked out on the page, from prices and assumptions that you can check against your own bills.",
    picture: "magnifier",
  },
  {
    title: "Community Verified",
    text: "Readers tell us where a script fell flat or a form has changed. The piece is corrected, and the date says when.",
    picture: "handshake",
  },
  {
    title: "Weekly Updates",
    text: "One letter a week: an idea worth your time, what it is worth in dollars, and the first step to take.",
    picture: "envelope",
  },
];

/** Why the site may be believed. */
export function Values() {
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
