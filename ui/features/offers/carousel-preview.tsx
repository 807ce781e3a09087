import type { LoaderFunctionArgs } from "react-router";
import type { Offer } from "../../shared/api.gen.ts";
import { apiContext } from "../../shared/api.ts";
import { readOfferPages } from "../../shared/offers/more-offers.tsx";
import { previewCall } from "../../shared/offers/preview-call.ts";
import { PreviewNote } from "../../shared/offers/preview-note.tsx";
import { Component as Page } from "./carousel.tsx";

export function loader({ request, context }: LoaderFunctionArgs) {
  return { offers: context.get(apiContext).get<Offer[]>(previewCall(request)), pages: readOfferPages(context) };
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
