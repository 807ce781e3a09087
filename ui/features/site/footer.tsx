import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { copyrightYear } from "../../shared/constants.ts";
import { useSite } from "../../shared/site.ts";
import { NetworkIcon, OptOutIcon } from "../../shared/ui/icons.tsx";

const quickLinks = [
  { to: paths.home, label: "Home" },
  { to: paths.articles, label: "Articles" },
  { to: paths.subscribe, label: "Subscribe" },
  { to: paths.contact, label: "Contact Us" },
  { to: paths.guides, label: "Guides" },
  { to: paths.offers, label: "Offers" },
  { to: paths.hotOffers, label: "Hot Offers" },
  { to: paths.dailyOffers(), label: "Daily Offers" },
  { to: paths.newsletters(), label: "Newsletter" },
  { to: paths.tools, label: "Calculators" },
  { to: paths.myList, label: "My List" },
];

const legalLinks = [
  { to: paths.privacy, label: "Privacy Policy" },
  { to: paths.terms, label: "Terms & Conditions" },
  { to: paths.advertise, label: "Advertise With Us" },
  { to: paths.unsubscribe, label: "Unsubscribe" },
  { to: paths.privacyChoices, label: "Your Privacy Choices", icon: <OptOutIcon /> },
];

const aboutLinks = [
  { to: paths.about, label: "About Us" },
  { to: paths.howWeWork, label: "How We Work" },
  { to: paths.howWeEarn, label: "How We Earn" },
  { to: paths.accessibility, label: "Accessibility" },
];

/** The footer of every page. */
export function Footer() {
  const { siteName, tagline, figures } = useSite();
  return (
    <footer className="bg-deep text-on-deep print:hidden [&_:focus-visible]:outline-gold">
      <div className="wrap grid gap-12 py-16 md:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="max-w-[38ch]">
          <p className="font-display text-[2rem] leading-none font-semibold tracking-tight">{siteName}</p>
          <p className="mt-1 text-small opacity-80">{tagline}</p>
          <p className="mt-6">
            {`Insider tips, exclusive deals and proven strategies for saving on everyday purchases.${
              figures.subscriberSavesPerYear &&
              ` The average subscriber saves over ${figures.subscriberSavesPerYear} per year.`
            }`}
          </p>
          <SocialIcons />
        </div>
        <LinkColumn title="Quick Links" links={quickLinks} />
        <LinkColumn title="Legal & Support" links={legalLinks} />
        <LinkColumn title="About" links={aboutLinks} />
      </div>
      <div className="wrap border-t border-[rgb(245_241_228/18%)] py-6 text-small opacity-80">
        {`© ${copyrightYear} ${siteName}. All rights reserved.`}
      </div>
    </footer>
  );
}

function LinkColumn({ title, links }: { title: string; links: { to: string; label: string; icon?: ReactNode }[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="font-ui text-label uppercase">{title}</h2>
      <ul className="mt-4 grid gap-1">
        {links.map(({ to, label, icon }) => (
          <li key={label}>
            <Link
              to={to}
              className="inline-block py-1.5 hover:underline hover:decoration-gold hover:decoration-2 hover:underline-offset-[0.25em]"
            >
              {label}
              {icon}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const circle = "grid size-11 place-items-center rounded-full border border-[rgb(245_241_228/30%)]";

/** An address that is not set is an icon only: no link, nothing to focus. */
function SocialIcons() {
  const { siteName, social } = useSite();
  const networks = [
    { name: "Facebook", url: social.facebook },
    { name: "X", url: social.x },
    { name: "Instagram", url: social.instagram },
    { name: "YouTube", url: social.youtube },
  ];
  return (
    <ul className="mt-8 flex gap-2">
      {networks.map(({ name, url }) => (
        <li key={name}>
          {url ? (
            <a
              href={url}
              rel="me noopener"
              aria-label={`${siteName} on ${name}`}
              className={`${circle} hover:bg-on-deep hover:text-deep`}
            >
              <NetworkIcon name={name} />
            </a>
          ) : (
            <span aria-hidden="true" className={`${circle} opacity-35`}>
              <NetworkIcon name={name} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
