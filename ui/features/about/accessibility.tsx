import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { useSite } from "../../shared/site.ts";
import { OrEmail, Section, TrustPage } from "./trust-page.tsx";

/** How the site is made accessible, its known issues, and how to report a problem. */
export function Component() {
  const { siteName } = useSite();
  return (
    <TrustPage
      title="Accessibility"
      description={`How we make ${siteName} work for everyone, what we still need to fix, and how to tell us about a problem.`}
      path={paths.accessibility}
      lead="A site about everyday money should work for everyone. Here’s what we do about that, and where we still fall short."
      picture="key"
    >
      <Section id="aim" title="What we aim for">
        <p>
          We aim to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA on every public page. This is
          our own assessment. No outside expert has audited the site yet.
        </p>
      </Section>
      <Section id="what-we-do" title="What we do">
        <ul>
          <li>You can use everything with a keyboard. A link at the top of each page skips to the content.</li>
          <li>Headings, lists, fields and buttons are labeled for screen readers, and errors are read aloud.</li>
          <li>You can pause anything that moves on its own. If your device is set to reduce motion, nothing moves.</li>
          <li>Pages fit a 320-pixel screen without scrolling sideways. Wide tables scroll inside their own frame.</li>
          <li>Colors follow your device’s light or dark setting, with enough contrast in both.</li>
          <li>Buttons and standalone links are at least 24 by 24 pixels, or 44 by 44 on touch screens.</li>
          <li>You can read articles, guides and offers without JavaScript, and unsubscribe without it too.</li>
          <li>
            Our forms have no puzzles and no time limits, with one exception: after you sign up, you have 30 minutes to
            add a phone number.
          </li>
        </ul>
      </Section>
      <Section id="how-we-test" title="How we test">
        <p>
          Every time we change the site, automated tests open its pages in a browser. They look for known problems with
          axe, use the keyboard, and try phone widths and both color schemes. Automated tests catch only some problems.
        </p>
      </Section>
      <Section id="limits" title="Known issues">
        <ul>
          <li>
            You need JavaScript to sign up, change your settings, delete your data or use our contact form. If you don’t
            have it, please email us.
          </li>
          <li>Offers take you to our partners’ sites, which we don’t control.</li>
          <li>We haven’t yet tested with people who use screen readers or other assistive technology every day.</li>
        </ul>
      </Section>
      <Section id="tell-us" title="Tell us">
        <p>
          If something on {siteName} gets in your way, tell us through the <Link to={paths.contact}>contact page</Link>
          <OrEmail after="or at" />. Include the page, what you tried to do, and the browser or assistive technology you
          use. We answer within 24 hours.
        </p>
      </Section>
    </TrustPage>
  );
}
