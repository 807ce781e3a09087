import { Suspense } from "react";
import { Link, type LoaderFunctionArgs, useLocation } from "react-router";
import { paths } from "../../paths.ts";
import type { ContentPage } from "../api.gen.ts";
import { type Answer, apiContext, type Read, settled } from "../api.ts";
import { curly } from "../curly.ts";

/** The offer pages that always exist. Staff add the others. */
const fixedPages = [
  { path: paths.offers, title: "Exclusive Offers", description: "One partner offer at a time. Take it or skip it." },
  {
    path: paths.dailyOffers(),
    title: "Daily Offers",
    description: "Everyday deals, with the fine print in plain English.",
  },
  { path: paths.hotOffers, title: "Five Hot Offers", description: "Compare prices on your bigger bills." },
];

/** Reads the pages added by staff, for MoreOffers. */
export function readOfferPages(context: LoaderFunctionArgs["context"]): Promise<Answer<ContentPage[]>> {
  return context.get(apiContext).get<ContentPage[]>("/api/offer-pages");
}

/** Links from an offer page to all the others. */
export function MoreOffers({ pages }: { pages: Read<ContentPage[]> }) {
  return (
    <nav className="mt-[clamp(3.5rem,2rem+5vw,6rem)] border-t border-rule pt-6" aria-labelledby="more-offers">
      <h2 id="more-offers" className="heading">
        More Offers
      </h2>
      <Suspense fallback={null}>
        <OfferPages pages={pages} />
      </Suspense>
    </nav>
  );
}

function OfferPages({ pages }: { pages: Read<ContentPage[]> }) {
  const { pathname } = useLocation();
  const all = [...fixedPages, ...settled(pages).data.map((page) => ({ ...page, path: paths.content(page.slug) }))];
  return (
    <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-x-[clamp(2rem,4vw,3.5rem)] sm:mt-5 sm:gap-y-6">
      {all
        .filter(({ path }) => path !== pathname)
        .map(({ path, title, description }) => (
          <li key={path}>
            <Link
              to={path}
              className="inline-block max-w-full py-2 pointer-coarse:py-3 font-display text-[1.125rem] sm:text-subheading leading-[1.2] font-medium underline decoration-gold decoration-2 underline-offset-[0.2em] hover:decoration-current"
            >
              {title}
            </Link>
            <p className="text-[0.9375rem] text-muted max-sm:hidden">{curly(description)}</p>
          </li>
        ))}
    </ul>
  );
}
