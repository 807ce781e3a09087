import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { useSite } from "../../shared/site.ts";
import { OrEmail, Section, TrustPage } from "./trust-page.tsx";

/** What the site is, and who is responsible for it. */
export function Component() {
  const { siteName, contact } = useSite();
  return (
    <TrustPage
      title="About Us"
      description={`What ${siteName} publishes, who it’s for, what it isn’t, and how to reach the people behind it.`}
      path={paths.about}
      lead={`${siteName} is a magazine about keeping more of your money. We look at the bills you pay every month and what you can do about each one.`}
      picture="house"
    >
      <Section id="what" title="What we publish">
        <p>
          <Link to={paths.articles}>Articles</Link> that take one bill or one habit and work out what it costs you, and{" "}
          <Link to={paths.guides}>guides</Link> that walk you through one job, step by step. Our weekly newsletter
          brings one good idea to readers who <Link to={paths.subscribe}>sign up</Link>.
        </p>
        <p>
          We also show <Link to={paths.offers}>partner offers</Link>. They’re advertising, they’re marked, and they pay
          for everything else. <Link to={paths.howWeEarn}>How we earn</Link> has the details.
        </p>
      </Section>
      <Section id="who-for" title="Who it’s for">
        <p>
          American households that would rather spend an hour once than money every month. You don’t need an account to
          read.
        </p>
      </Section>
      <Section id="not" title="What we’re not">
        <p>
          {siteName} isn’t a bank, insurer, broker or law firm, and we don’t know your circumstances. What we write is
          general information, not financial, legal, tax or insurance advice. Before you make a big decision, check the
          company’s current terms or ask a professional.
        </p>
      </Section>
      <Section id="who-writes" title="Who writes">
        <p>
          Every article and guide names its author. If the author has a page here, the byline links to it. See{" "}
          <Link to={paths.howWeWork}>how we work</Link> for how we write, check and correct our articles and guides.
        </p>
      </Section>
      <Section id="reach" title="How to reach us">
        <p>
          Use our <Link to={paths.contact}>contact page</Link>
          <OrEmail after="or email" />. A real person reads every message and answers it.
        </p>
        {contact.postalAddress && <p>By postal mail: {contact.postalAddress}.</p>}
      </Section>
    </TrustPage>
  );
}
