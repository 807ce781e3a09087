import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { useSite } from "../../shared/site.ts";
import { type Part, TrustPage } from "./trust-page.tsx";

/** How pieces are made, where they have their facts from, and what happens to mistakes. */
export function Component() {
  const { siteName } = useSite();
  return (
    <TrustPage
      title="How We Work"
      description={`How ${siteName} works out its figures, names its sources, corrects mistakes and keeps pieces up to date.`}
      path={paths.howWeWork}
      lead="Every figure should be one that you can work out again. This is how we try to keep to that, and what we do when we fail."
      picture="magnifier"
      parts={parts}
    />
  );
}

const parts: Part[] = [
  {
    id: "method",
    title: "Our method",
    text: (
      <>
        <p>
          A piece begins with a bill, a rule or a price, and does the arithmetic in the open. It states what it assumes,
          so that you can put your own numbers in their place.
        </p>
        <p>
          Where an article says “Save $120/year”, the figure is that of the household in its example, worked out in its
          text. It is no average of our readers and no promise. An article that works out no figure shows none.
        </p>
        <p>“Featured” means that our editors chose the piece. Nobody can pay for that.</p>
      </>
    ),
  },
  {
    id: "sources",
    title: "Sources",
    text: (
      <p>
        We go to where a rule is made: the law, the agency, the company’s own terms. What an article rests on stands
        below it under “Sources”, as a link to the very page. Where a day stands beside it, that is when we last checked
        it. Prices in examples are ours, and the text says so.
      </p>
    ),
  },
  {
    id: "dates",
    title: "Dates",
    text: (
      <p>
        “Published” is the day on which the piece came out here. “Last reviewed” is the day on which somebody last went
        through its facts; without such a day, nobody has yet. Search engines are told of a new date only when what
        readers see has changed.
      </p>
    ),
  },
  {
    id: "corrections",
    title: "Corrections",
    text: (
      <p>
        When we got something wrong, we correct it and say so: a note at the top of the piece, with the day and what was
        wrong. Please <Link to={paths.contact}>tell us</Link> when a figure does not add up, a script falls flat or a
        form has changed.
      </p>
    ),
  },
  {
    id: "updates",
    title: "Updates",
    text: (
      <p>
        Prices and rules change, and pieces age. Earlier versions of a piece are kept, so that we can see what was
        changed and when. A piece that gets a new address can still be found at the old one; one that is withdrawn says
        that it is gone.
      </p>
    ),
  },
  {
    id: "independence",
    title: "Who has a say",
    text: (
      <p>
        No partner has a say in our articles and guides, and none sees them first. A link in one that a partner pays for
        is marked “Sponsored”, and a sentence above the first of them says that a partner pays us.{" "}
        <Link to={paths.howWeEarn}>How we earn</Link> has the rest.
      </p>
    ),
  },
];
