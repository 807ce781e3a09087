import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { useSite } from "../../shared/site.ts";
import { type Part, TrustPage } from "./trust-page.tsx";

/** What the site does for everybody to be able to use it, what falls short, and whom to tell. */
export function Component() {
  const { siteName, contact } = useSite();
  const parts: Part[] = [
    {
      id: "aim",
      title: "What we aim for",
      text: (
        <p>
          The Web Content Accessibility Guidelines, version 2.2, level AA, on every page that visitors see. This is our
          own assessment: nobody from outside has audited the site yet.
        </p>
      ),
    },
    {
      id: "what-we-do",
      title: "What we do for it",
      text: (
        <ul>
          <li>Everything works by keyboard. A link at the top of each page skips to its content.</li>
          <li>Headings, lists, fields and buttons are named for screen readers, and problems are read out.</li>
          <li>What moves by itself can be paused, and does not move for those whose system asks for less motion.</li>
          <li>
            Pages fit a screen of 320 pixels without scrolling sideways; wide tables scroll inside their own frame.
          </li>
          <li>Colors follow your system, light or dark, with enough contrast in both.</li>
          <li>Buttons and links that stand alone are at least 24 pixels wide and high, 44 on touch screens.</li>
          <li>Articles, guides and offers can be read without JavaScript, and unsubscribing works without it.</li>
          <li>
            No form asks you to solve a puzzle. None has a time limit, except that a phone number must follow a signup
            within 30 minutes.
          </li>
        </ul>
      ),
    },
    {
      id: "how-we-test",
      title: "How we test it",
      text: (
        <p>
          With each change to the site, programs go through its pages in a browser: they look for known faults with axe,
          by keyboard, at the width of a phone and in both color schemes. Such programs find only a part of what can be
          wrong.
        </p>
      ),
    },
    {
      id: "limits",
      title: "What falls short",
      text: (
        <ul>
          <li>
            Signing up, choosing what you get, deleting your data and our contact form need JavaScript. Without it,
            please write by email.
          </li>
          <li>Offers lead to the sites of partners, which we do not make.</li>
          <li>We have not yet tested with people who use screen readers or other aids every day.</li>
        </ul>
      ),
    },
    {
      id: "tell-us",
      title: "Tell us",
      text: (
        <p>
          If something on {siteName} keeps you from what you came for, please tell us by the{" "}
          <Link to={paths.contact}>contact page</Link>
          {contact.support && (
            <>
              {" "}
              or at <a href={`mailto:${contact.support}`}>{contact.support}</a>
            </>
          )}
          : the page, what you tried, and the browser or aid that you use. We answer within 24 hours.
        </p>
      ),
    },
  ];
  return (
    <TrustPage
      title="Accessibility"
      description={`What ${siteName} does so that everybody can use it, what still falls short, and whom to tell.`}
      path={paths.accessibility}
      lead="A site about everyday money is for everybody. This is what we do for that, and where we are not there yet."
      picture="key"
      parts={parts}
    />
  );
}
