import type { LoaderFunctionArgs } from "react-router";
import type { DailyOffers } from "../../shared/api.gen.ts";
import { apiContext } from "../../shared/api.ts";
import { readOfferPages } from "../../shared/offers/more-offers.tsx";
import { previewCall } from "../../shared/offers/preview-call.ts";
import { PreviewNote } from "../../shared/offers/preview-note.tsx";
import { Component as Page } from "./list.tsx";

export function loader({ request, context }: LoaderFunctionArgs) {
  return { list: context.get(apiContext).get<DailyOffers>(previewCall(request)), pages: readOfferPages(context) };
}

/** The page as it would be, starting with an offer that may not be live, for anyone with the link. */
export function Component() {
  return (
    <>
      <PreviewNote />
      <Page />
    </>
  );
}
