import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { useSite } from "../../shared/site.ts";
import { Section, TrustPage } from "./trust-page.tsx";

/** How pieces are written, where their facts come from, and how mistakes are corrected. */
export function Component() {
  const { siteName } = useSite();
  return (
    <TrustPage
      title="How We Work"
      description={`How ${siteName} does the math, names its sources, corrects mistakes and keeps articles and guides up to date.`}
      path={paths.howWeWork}
      lead="You should be able to check every number we print. Here’s how we make that possible, and what we do when we get one wrong."
      picture="magnifier"
    >
      <Section id="method" title="Our method">
        <p>
          We start with a bill, a rule or a price and do the math in the open. We state every assumption so you can swap
          in your own numbers.
        </p>
        <p>
          When an article says “Save $120/year,” that’s what the household in its example saves, and the article shows
          the math. It isn’t an average or a promise. If an article doesn’t work out a number, it doesn’t show one.
        </p>
        <p>“Featured” means our editors picked the article or guide. No one can pay for that.</p>
      </Section>
      <Section id="sources" title="Sources">
        <p>
          We go to the source: the law, the agency, or the company’s own terms. You’ll find links to those pages under
          “Sources” at the end of an article. A date next to a source is the day we last checked it. We make up the
          prices in our examples, and we say so.
        </p>
      </Section>
      <Section id="dates" title="Dates">
        <p>
          “Published” is the day we posted an article or guide. “Last reviewed” is the day we last checked its facts. If
          there’s no such date, we haven’t reviewed it since. We give search engines a new date only when something
          readers can see has changed.
        </p>
      </Section>
      <Section id="corrections" title="Corrections">
        <p>
          When we get something wrong, we fix it and say so in a note at the top, with the date and what was wrong.
          Please <Link to={paths.contact}>tell us</Link> if a number doesn’t add up, a phone script falls flat or a form
          has changed.
        </p>
      </Section>
      <Section id="updates" title="Updates">
        <p>
          Prices and rules change, and articles get old. We keep earlier versions so we can see what changed and when.
          If an article moves, its old address still works. If we take one down, its page says so.
        </p>
      </Section>
      <Section id="independence" title="Who decides">
        <p>
          Our editors do. Partners have no say in our articles and guides, and they don’t see them first. A link a
          partner pays for is marked “Sponsored,” and a sentence above the first one says a partner pays us.{" "}
          <Link to={paths.howWeEarn}>How we earn</Link> has more.
        </p>
      </Section>
    </TrustPage>
  );
}
