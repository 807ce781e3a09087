import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { useSite } from "../../shared/site.ts";
import { Section, TrustPage } from "./trust-page.tsx";

/** Who pays the site, for what, and what that does and does not affect. */
export function Component() {
  const { siteName } = useSite();
  return (
    <TrustPage
      title="How We Earn"
      description={`Who pays ${siteName} and what for, how we order and check offers, and what money can’t buy.`}
      path={paths.howWeEarn}
      lead="Our site is free because partners pay us for offers. You should know which links those are and what the money decides."
      picture="scale"
    >
      <Section id="who-pays" title="Who pays us">
        <p>
          Our partners, the companies whose offers we show. Depending on the deal, a partner pays when you open its
          offer, leave your details or buy something. We don’t sell subscriptions or lists of our readers.
        </p>
        <p>
          Spaces marked “Advertisement” are for banners. When no one has booked one, we use it to promote our
          newsletter.
        </p>
      </Section>
      <Section id="where" title="Where you’ll see it">
        <p>
          On our offer pages: <Link to={paths.offers}>exclusive offers</Link>,{" "}
          <Link to={paths.dailyOffers()}>daily offers</Link>, <Link to={paths.hotOffers}>hot offers</Link> and the pages
          they link to. Every offer there is marked “Sponsored.”
        </p>
        <p>
          An article or guide may include a link a partner pays for. It’s marked the same way, and a sentence above the
          first one says a partner pays us, usually by name. Links to our own offer pages aren’t marked, but the offers
          on them are.
        </p>
      </Section>
      <Section id="what-decides" title="What payment decides">
        <p>
          Payment decides which offers we show and, in part, where they appear. At the bottom of each offer page, we say
          how it’s ordered: by our staff, by clicks, or by what the offers earn.
        </p>
        <p>
          It doesn’t decide what our articles and guides say. No partner has any say in those. The partner sets an
          offer’s price and terms, so compare before you accept one.
        </p>
      </Section>
      <Section id="check" title="How we check offers">
        <p>
          We add or approve every offer ourselves and log every change. We hide an offer automatically before it starts,
          after it ends or once it reaches its limit. We also test offer links regularly and alert our staff when one
          breaks or goes somewhere new.
        </p>
        <p>
          Each link goes only to the address our staff saved for that offer. We don’t test what partners sell, and we
          don’t vouch for it. If an offer isn’t what it claims to be, <Link to={paths.contact}>tell us</Link>.
        </p>
      </Section>
      <Section id="partners-learn" title="What partners learn about you">
        <p>
          They learn that you came from our site, plus a number for your click. If the link that brought you here
          included details about you, such as your name, email address, phone number, date of birth, street address or
          ZIP code, we pass them to the partner whose offer you open. That saves you typing them again. We don’t keep
          them.
        </p>
        <p>
          If you turn on Global Privacy Control in your browser, or opt out at{" "}
          <Link to={paths.privacyChoices}>Your Privacy Choices</Link>, we don’t pass them on. See our{" "}
          <Link to={paths.privacy}>Privacy Policy</Link>.
        </p>
      </Section>
      <Section id="count" title="What we count">
        <p>
          We count how often people see and open offers, and partners tell us what came of it. That’s what they pay for.
          We don’t use advertising cookies, and we leave out bots whenever we can spot them.
        </p>
      </Section>
    </TrustPage>
  );
}
