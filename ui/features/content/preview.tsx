import { Suspense } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import type { ContentOffer, ContentPage, SiteSettings } from "../../shared/api.gen.ts";
import { apiContext, type Read, settled } from "../../shared/api.ts";
import { readOfferPages } from "../../shared/offers/more-offers.tsx";
import { previewCall } from "../../shared/offers/preview-call.ts";
import { PreviewNote } from "../../shared/offers/preview-note.tsx";
import type { Content } from "./content.ts";
import { Component as Insurance } from "./insurance.tsx";
import { Component as Page } from "./page.tsx";
import { Component as Settlements } from "./settlements.tsx";

export function loader({ request, context }: LoaderFunctionArgs): Content & { settings: Read<SiteSettings> } {
  const api = context.get(apiContext);
  const call = previewCall(request);
  return {
    page: api.get<ContentPage>(`${call}/page`),
    offers: api.get<ContentOffer[]>(call),
    pages: readOfferPages(context),
    settings: api.get<SiteSettings>("/api/site"),
  };
}

/** A content page as it would be with an offer that may not be live, for anyone with the link. */
export function Component() {
  const { page } = useLoaderData<Content>();
  return (
    <>
      <PreviewNote />
      <Suspense>
        <Layout page={page} />
      </Suspense>
    </>
  );
}

/** The layouts of specific pages. */
const layouts: Record<string, typeof Page> = { settlements: Settlements, insuranceprotection: Insurance };

function Layout({ page }: { page: Read<ContentPage> }) {
  const Own = layouts[settled(page).data.slug] ?? Page;
  return <Own />;
}
