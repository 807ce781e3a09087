import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { useSite } from "../../shared/site.ts";
import { type Part, TrustPage } from "./trust-page.tsx";

/** Who pays the site, for what, what that decides, and what it does not. */
export function Component() {
  const { siteName } = useSite();
  return (
    <TrustPage
      title="How We Earn"
      description={`Who pays ${siteName}, what for, how offers are ordered and checked, and what payment does not decide.`}
      path={paths.howWeEarn}
      lead="Reading is free because partners pay us for offers. You should know which links those are, and what the money decides."
      picture="scale"
      parts={parts}
    />
  );
}

const parts: Part[] = [
  {
    id: "who-pays",
    title: "Who pays us",
    text: (
      <>
        <p>
          Partners do: companies whose offers we show. Depending on what was agreed, one pays when somebody opens its
          offer, leaves details with it, or buys. We sell no subscriptions and no lists of readers.
        </p>
        <p>
          Places marked “Advertisement” are for banners. As long as nobody has booked one, our own newsletter is
          announced there.
        </p>
      </>
    ),
  },
  {
    id: "where",
    title: "Where you meet it",
    text: (
      <>
        <p>
          On the pages of offers: <Link to={paths.offers}>exclusive offers</Link>,{" "}
          <Link to={paths.dailyOffers()}>daily offers</Link>, <Link to={paths.hotOffers}>hot offers</Link> and those
          that they lead to. Every offer there is marked “Sponsored”.
        </p>
        <p>
          An article or a guide may hold a link that a partner pays for. It is marked in the same way, and a sentence
          above the first one says that a partner pays us, by name where we give one. Links to our own pages of offers
          are not marked; the offers there are.
        </p>
      </>
    ),
  },
  {
    id: "what-decides",
    title: "What payment decides",
    text: (
      <>
        <p>
          Which offers we show, and in part where they stand. Below each page of offers is written how that page is
          ordered: by our staff, by what visitors open most, or by what offers earn.
        </p>
        <p>
          It does not decide what articles and guides say. No partner has a say in them. An offer’s price and terms are
          the partner’s, so compare before you take one up.
        </p>
      </>
    ),
  },
  {
    id: "check",
    title: "How we check offers",
    text: (
      <>
        <p>
          Our staff enter or approve each offer, and every change of one is logged. An offer that has not started, has
          ended or has reached its limit comes down automatically. A program also follows the links of offers regularly;
          staff are told of those that break or lead elsewhere.
        </p>
        <p>
          A link of ours leads only to the address that is stored for its offer. We do not test what partners sell, and
          we do not vouch for it. If an offer is not what it says, <Link to={paths.contact}>tell us</Link>.
        </p>
      </>
    ),
  },
  {
    id: "partners-learn",
    title: "What partners learn about you",
    text: (
      <>
        <p>
          That a visitor came from us, and a number for that click. If the link that brought you here carried details
          about you, such as your name, email address, phone number, date of birth, street address or ZIP code, we hand
          them to the partner whose offer you open, so that you need not type them again. We do not keep them.
        </p>
        <p>
          With Global Privacy Control switched on in your browser, or if you opt out at{" "}
          <Link to={paths.privacyChoices}>Your Privacy Choices</Link>, they are not handed on.{" "}
          <Link to={paths.privacy}>Privacy Policy</Link>
        </p>
      </>
    ),
  },
  {
    id: "count",
    title: "What we count",
    text: (
      <p>
        How often offers are seen and opened, and what partners report of it: that is what they pay by. We count without
        advertising cookies, and leave out robots as well as we can tell them.
      </p>
    ),
  },
];
