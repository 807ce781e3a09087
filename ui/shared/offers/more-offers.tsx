import { Suspense } from "react";
import { Link, type LoaderFunctionArgs, useLocation } from "react-router";
import { paths } from "../../paths.ts";
import type { ContentPage } from "../api.gen.ts";
import { type Answer, apiContext, type Read, settled } from "../api.ts";

/** The pages of offers that are always there; staff add the others. */
const fixedPages = [
  { path: paths.offers, title: "Exclusive Offers", description: "One partner offer at a time, to take or to pass on." },
  {
    path: paths.dailyOffers(),
    title: "Daily Offers",
    description: "Small savings, each with its conditions in plain words.",
  },
  { path: paths.hotOffers, title: "Five Hot Offers", description: "Places to compare prices on the bigger bills." },
];

/** Reads the pages that staff added, for MoreOffers. */
export function readOfferPages(context: LoaderFunctionArgs["context"]): Promise<Answer<ContentPage[]>> {
  return context.get(apiContext).get<ContentPage[]>("/api/offer-pages");
}

/** Leads from a page of offers to all the others. */
export function MoreOffers({ pages }: { pages: Read<ContentPage[]> }) {
  return (
    <nav className="more-offers" aria-labelledby="more-offers">
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
    <ul>
      {all
        .filter(({ path }) => path !== pathname)
        .map(({ path, title, description }) => (
          <li key={path}>
            <Link to={path}>{title}</Link>
            <p>{description}</p>
          </li>
        ))}
    </ul>
  );
}
