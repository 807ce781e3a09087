import { type ReactNode, Suspense } from "react";
import { paths } from "../../paths.ts";
import type { ContentPage as Page } from "../../shared/api.gen.ts";
import { type Read, settled } from "../../shared/api.ts";
import { Head } from "../../shared/head.tsx";
import { AboutOffers } from "../../shared/offers/about-offers.tsx";
import { MoreOffers } from "../../shared/offers/more-offers.tsx";
import { OffersHeader } from "../../shared/offers/offers-header.tsx";
import { useSite } from "../../shared/site.ts";
import { breadcrumbs } from "../../shared/structured-data.ts";
import { CardSkeletons } from "../../shared/ui/article-card.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";

interface ContentPageProps {
  page: Read<Page>;
  pages: Read<Page[]>;
  /** How the offers are ordered, for the visitor. */
  order: string;
  children: ReactNode;
}

/** What surrounds the offers on a content page: its title and description, as written by staff, and who pays. */
export function ContentPage({ page, pages, order, children }: ContentPageProps) {
  return (
    <div className="wrap section-offers">
      <Suspense fallback={<Skeleton className="mb-12 h-24 w-2/3" />}>
        <Header page={page} />
      </Suspense>
      <Suspense fallback={<CardSkeletons count={skeletons} label="Loading offers" />}>{children}</Suspense>
      <MoreOffers pages={pages} />
      <AboutOffers order={order} />
    </div>
  );
}

const skeletons = 6;

function Header({ page }: { page: Read<Page> }) {
  const { title, description, slug, isIndexed } = settled(page).data;
  const { baseUrl, siteName } = useSite();
  return (
    <OffersHeader title={title} description={description}>
      <Head
        title={title}
        description={description || `${title}: offers from ${siteName} partners.`}
        path={paths.content(slug)}
        noindex={!isIndexed}
        jsonLd={[breadcrumbs(baseUrl, [{ name: title, path: paths.content(slug) }])]}
      />
    </OffersHeader>
  );
}
