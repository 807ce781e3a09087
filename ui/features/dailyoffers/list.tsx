import { Suspense } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { paths, search } from "../../paths.ts";
import type { ContentPage, DailyOffers } from "../../shared/api.gen.ts";
import { apiContext, type Read, settled, withinList } from "../../shared/api.ts";
import { dailyOffersPerPage } from "../../shared/constants.ts";
import { Head } from "../../shared/head.tsx";
import { AddToList } from "../../shared/my-list/add-to-list.tsx";
import { AboutOffers } from "../../shared/offers/about-offers.tsx";
import { MoreOffers, readOfferPages } from "../../shared/offers/more-offers.tsx";
import { OfferCard, OfferCards, OfferIndex } from "../../shared/offers/offer-card.tsx";
import { OfferLink } from "../../shared/offers/offer-link.tsx";
import { OffersHeader } from "../../shared/offers/offers-header.tsx";
import { track } from "../../shared/offers/track.ts";
import { useView } from "../../shared/offers/use-view.ts";
import { useVisitor } from "../../shared/offers/use-visitor.ts";
import { hrefFor } from "../../shared/offers/visitor.ts";
import { readPage } from "../../shared/params.ts";
import { useSite } from "../../shared/site.ts";
import { breadcrumbs } from "../../shared/structured-data.ts";
import { CardSkeletons } from "../../shared/ui/article-card.tsx";

export function loader({ request, context }: LoaderFunctionArgs) {
  const page = readPage(new URL(request.url).searchParams, 9_999);
  const list = context
    .get(apiContext)
    .get<DailyOffers>(`/api/daily-offers${search({ page, limit: dailyOffersPerPage })}`);
  return {
    list: withinList(list, page, ({ offers }) => offers.length),
    pages: readOfferPages(context),
  };
}

export function Component() {
  const { list, pages } = useLoaderData<{ list: Read<DailyOffers>; pages: Read<ContentPage[]> }>();
  const [searchParams] = useSearchParams();
  const { baseUrl } = useSite();
  const page = readPage(searchParams, 9_999);
  return (
    <>
      <Head
        title="Daily offers"
        description="Everyday deals from our partners on groceries, glasses, tires, tax filing and more, with the fine print up front."
        page={page}
        path={paths.dailyOffers(page > 1 ? page : undefined)}
        jsonLd={[breadcrumbs(baseUrl, [{ name: "Daily offers", path: paths.dailyOffers() }])]}
      />
      <div className="wrap section-offers">
        <OffersHeader
          title="Daily Offers"
          description="Everyday deals from our partners, with the fine print in plain English."
        />
        <Suspense key={page} fallback={<CardSkeletons count={dailyOffersPerPage} label="Loading offers" />}>
          <Offers list={list} page={page} />
        </Suspense>
        <MoreOffers pages={pages} />
        <AboutOffers order="Our staff set the order, or offers are ranked by clicks and what partners pay us." />
      </div>
    </>
  );
}

function Offers({ list, page }: { list: Read<DailyOffers>; page: number }) {
  const { offers, total, totalPages } = settled(list).data;
  const visitor = useVisitor();
  useView(() => {
    if (offers.length > 0) track("/api/daily-offers/view", { offerIds: offers.map(({ id }) => id) });
  }, offers);
  if (offers.length === 0) return <Empty />;
  const first = (page - 1) * dailyOffersPerPage + 1;
  return (
    <>
      <OfferIndex offers={offers} />
      <p className="mb-4 text-small text-muted figures-tabular" role="status">
        {`Showing ${first} - ${first + offers.length - 1} of ${total} offers`}
      </p>
      <OfferCards>
        {offers.map((offer, i) => (
          <OfferCard
            key={offer.id}
            offer={offer}
            among={offers}
            figureFirst
            first={i < 3}
            foot={<AddToList id={`daily-offer-${offer.id}`} offer={offer} path={paths.dailyOffers()} />}
          >
            <OfferLink
              href={hrefFor(offer.link, offer, visitor)}
              title={offer.title}
              onOpen={(clickId) => track("/api/daily-offers/click", { offerId: offer.id, page, eventId: clickId })}
            >
              {offer.ctaText}
            </OfferLink>
          </OfferCard>
        ))}
      </OfferCards>
      <nav
        aria-label="Offer pages"
        className="mt-[clamp(2.5rem,2rem+2vw,3.5rem)] flex flex-wrap items-center justify-between gap-4 border-t-4 border-double border-rule pt-5 figures-tabular"
      >
        <PageLink to={page > 1 ? page - 1 : null}>Previous</PageLink>
        <span>{`Page ${page} of ${totalPages}`}</span>
        <PageLink to={page < totalPages ? page + 1 : null}>Next</PageLink>
      </nav>
    </>
  );
}

/** A link to another page. Without one it keeps its place but is not a link. */
function PageLink({ to, children }: { to: number | null; children: string }) {
  if (to === null) {
    return (
      <span className="button button-quiet pointer-events-none" aria-disabled="true">
        {children}
      </span>
    );
  }
  return (
    <Link className="button button-quiet" to={paths.dailyOffers(to > 1 ? to : undefined)}>
      {children}
    </Link>
  );
}

function Empty() {
  return (
    <div className="empty" role="status">
      <h2 className="heading">No offers available</h2>
      <p className="mt-6">
        <Link to={paths.home} className="button">
          Go to the home page
        </Link>
      </p>
    </div>
  );
}
