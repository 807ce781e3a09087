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
      <div className="wrap grid grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)] gap-x-6 gap-y-10 py-16 max-brief:grid-cols-1 md:grid-cols-[2fr_1.4fr_1fr] lg:grid-cols-[1.8fr_1.6fr_1.15fr_1fr]">
        <div className="col-span-full lg:col-auto lg:max-w-[38ch]">
          <p className="font-display text-[2rem] leading-none font-semibold tracking-tight">{siteName}</p>
          <p className="mt-1 text-small opacity-80">{tagline}</p>
          <p className="mt-5 max-w-[60ch]">
            {`Insider tips, exclusive deals and proven strategies for saving on everyday purchases.${
              figures.subscriberSavesPerYear &&
              ` The average subscriber saves over ${figures.subscriberSavesPerYear} per year.`
            }`}
          </p>
          <SocialIcons />
        </div>
        <LinkColumn title="Quick Links" links={quickLinks} className="max-md:row-span-2" list="md:block md:columns-2" />
        <LinkColumn title="Legal & Support" links={legalLinks} />
        <LinkColumn title="About" links={aboutLinks} />
      </div>
      <div className="wrap border-t border-[rgb(245_241_228/18%)] flex flex-wrap items-center justify-between gap-x-8 py-6 text-small opacity-80">
        <p>{`© ${copyrightYear} ${siteName}. All rights reserved.`}</p>
        <a href={paths.licenses} className="py-1.5 pointer-coarse:py-3 underline">
          Third-party licenses
        </a>
      </div>
    </footer>
  );
}

interface LinkColumnProps {
  title: string;
  links: { to: string; label: string; icon?: ReactNode }[];
  className?: string;
  /** The classes of the list. */
  list?: string;
}

function LinkColumn({ title, links, className, list = "" }: LinkColumnProps) {
  return (
    <nav aria-label={title} className={className}>
      <h2 className="font-ui text-label uppercase">{title}</h2>
      <ul className={`mt-4 grid ${list}`}>
        {links.map(({ to, label, icon }) => (
          <li key={label}>
            <Link
              to={to}
              className="inline-block min-w-11 py-1.5 pointer-coarse:py-3 hover:underline hover:decoration-gold hover:decoration-2 hover:underline-offset-[0.25em]"
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

const circle = "grid size-11 place-items-center rounded-full border border-[rgb(245_241_228/55%)]";

/** A network without a URL is only an icon: no link, nothing to focus. */
function SocialIcons() {
  const { siteName, social } = useSite();
  const networks = [
    { name: "Facebook", url: social.facebook },
    { name: "X", url: social.x },
    { name: "Instagram", url: social.instagram },
    { name: "YouTube", url: social.youtube },
  ];
  return (
    <ul className="mt-5 flex flex-wrap gap-2">
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
            <span aria-hidden="true" className={`${circle} opacity-80`}>
              <NetworkIcon name={name} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
