import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { useSite } from "../../shared/site.ts";
import { type Part, TrustPage } from "./trust-page.tsx";

/** What the site is, and who answers for it. */
export function Component() {
  const { siteName, contact } = useSite();
  const parts: Part[] = [
    {
      id: "what",
      title: "What we publish",
      text: (
        <>
          <p>
            <Link to={paths.articles}>Articles</Link> that take one bill or one habit and work out what it costs, and{" "}
            <Link to={paths.guides}>guides</Link> that lead through one job step by step. Once a week the newsletter
            brings one idea, to those who <Link to={paths.subscribe}>sign up</Link>.
          </p>
          <p>
            Beside them we show <Link to={paths.offers}>offers of partners</Link>. They are advertising, they are
            marked, and they pay for the rest. <Link to={paths.howWeEarn}>How we earn</Link> says exactly how.
          </p>
        </>
      ),
    },
    {
      id: "who-for",
      title: "Who it is for",
      text: (
        <p>
          Households in the United States that would rather spend an hour once than money every month. You do not need
          an account to read.
        </p>
      ),
    },
    {
      id: "not",
      title: "What we are not",
      text: (
        <p>
          {siteName} is no bank, insurer, broker or law firm, and it does not know your circumstances. What we write is
          general information and no financial, legal, tax or insurance advice. Before a decision that matters, check
          the current terms with the company concerned, or ask a professional.
        </p>
      ),
    },
    {
      id: "who-writes",
      title: "Who writes",
      text: (
        <p>
          Each article and each guide names its author; where the author has a page here, the name leads to it. How
          pieces are made, checked and corrected is on <Link to={paths.howWeWork}>how we work</Link>.
        </p>
      ),
    },
    {
      id: "reach",
      title: "How to reach us",
      text: (
        <>
          <p>
            By the <Link to={paths.contact}>contact page</Link>
            {contact.support && (
              <>
                , or at <a href={`mailto:${contact.support}`}>{contact.support}</a>
              </>
            )}
            . People read what comes in, and people answer.
          </p>
          {contact.postalAddress && <p>By post: {contact.postalAddress}.</p>}
        </>
      ),
    },
  ];
  return (
    <TrustPage
      title="About Us"
      description={`What ${siteName} publishes, who it is for, what it is not, and how to reach the people behind it.`}
      path={paths.about}
      lead={`${siteName} is a magazine about keeping more of your money: the bills that come every month, and what can be done about each.`}
      picture="house"
      parts={parts}
    />
  );
}
