import { useEffect, useEffectEvent, useState } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { paths } from "../../paths.ts";
import type { ContentOffer, SiteSettings } from "../../shared/api.gen.ts";
import { apiContext, browserApi, type Read, settled } from "../../shared/api.ts";
import { settlements as limits } from "../../shared/constants.ts";
import { AddToList } from "../../shared/my-list/add-to-list.tsx";
import { ClaimBy } from "../../shared/offers/claim-by.tsx";
import { LegalNote } from "../../shared/offers/legal-note.tsx";
import { OfferCard, OfferCards, OfferIndex } from "../../shared/offers/offer-card.tsx";
import { OfferLink } from "../../shared/offers/offer-link.tsx";
import { inPreview } from "../../shared/offers/preview-call.ts";
import { useView } from "../../shared/offers/use-view.ts";
import { useVisitor } from "../../shared/offers/use-visitor.ts";
import { hrefFor } from "../../shared/offers/visitor.ts";
import { type Content, offersCall, readContent, trackClick, trackView } from "./content.ts";
import { ContentPage } from "./content-page.tsx";
import { type Rotation, RotationControl, useRotation } from "./rotation.tsx";
import { inPlace, inSettlementOrder, inWindow, soonestFirst } from "./settlement-order.ts";

const slug = "settlements";

export function loader({ context }: LoaderFunctionArgs) {
  return { ...readContent(slug, context), settings: context.get(apiContext).get<SiteSettings>("/api/site") };
}

export function Component() {
  const { page, offers, pages, settings } = useLoaderData<Content & { settings: Read<SiteSettings> }>();
  return (
    <ContentPage
      page={page}
      pages={pages}
      order={`The page shows ${limits.shown} cases at a time, sorted by deadline with featured cases first. If there are more, it moves on by one every ${limits.rotationMs / 1000} seconds unless you pause it: featured cases come first, then cases few people have seen, then the ones people click most.`}
    >
      <Settlements offers={offers} settings={settings} />
    </ContentPage>
  );
}

interface SettlementsProps {
  offers: Read<ContentOffer[]>;
  settings: Read<SiteSettings>;
}

function Settlements({ offers, settings }: SettlementsProps) {
  const rotation = useRotation(limits.rotationMs);
  const cases = useCases(settled(offers).data, rotation);
  const [all, setAll] = useState(false);
  const shown = soonestFirst(all ? cases : inWindow(cases, rotation.turns));
  const visitor = useVisitor();
  useView(() =>
    trackView(
      slug,
      shown.map(({ id }) => id),
    ),
  );
  return (
    <>
      {cases.length === 0 ? (
        <p className="empty">No settlements available at the moment. Check back soon!</p>
      ) : (
        <div className="mb-1.5 flex flex-wrap items-center gap-x-4 text-small text-muted figures-tabular">
          <p className="max-md:w-full">
            {`Showing ${shown.length} of ${cases.length} cases by deadline, featured first`}
          </p>
          {cases.length > limits.shown && (
            <>
              <button type="button" className="link-button text-ink noscript:hidden" onClick={() => setAll(!all)}>
                {all ? `Show ${limits.shown} at a time` : `Show all ${cases.length}`}
              </button>
              <RotationControl rotation={rotation}>
                {all ? "" : `A new one every ${limits.rotationMs / 1000} seconds`}
              </RotationControl>
            </>
          )}
        </div>
      )}
      <div {...rotation.hold}>
        <OfferIndex offers={shown} />
        <OfferCards>
          {shown.map((offer, i) => (
            <OfferCard
              key={offer.id}
              offer={offer}
              kind="case"
              among={shown}
              strip={<ClaimBy deadline={offer.deadline} />}
              first={i < 3}
              foot={<AddToList id={`content-offer-${offer.id}`} offer={offer} path={paths.content(slug)} />}
            >
              <OfferLink
                href={hrefFor(offer.url, offer, visitor, { query: true })}
                title={offer.title}
                onOpen={(clickId) => trackClick(slug, offer.id, clickId)}
              >
                Check Your Eligibility
              </OfferLink>
            </OfferCard>
          ))}
        </OfferCards>
      </div>
      <p className="mb-6 text-small text-muted noscript:hidden">
        Add cases with a deadline to <Link to={paths.myList}>your list</Link> and your calendar. Your list stays in your
        browser.
      </p>
      <Stats active={cases.length} figures={settled(settings).data.figures} />
      <LegalNote className="max-w-[52rem] border-l-3 border-rule bg-sunken px-5 py-4" />
    </>
  );
}

/** The cases in order, refetched regularly but not while they are held. While paused, none changes its place. */
function useCases(atFirst: ContentOffer[], { held, paused }: Rotation): ContentOffer[] {
  const [cases, setCases] = useState(() => inSettlementOrder(atFirst));
  const refetch = useEffectEvent(async () => {
    if (document.hidden || held || inPreview()) return;
    try {
      const next = inSettlementOrder((await browserApi.again<ContentOffer[]>(offersCall(slug))).data);
      setCases((shown) => (paused ? inPlace(next, shown) : next));
    } catch (error) {
      console.debug("settlements not refreshed:", error);
    }
  });
  useEffect(() => {
    const timer = setInterval(() => refetch(), limits.refetchMs);
    return () => clearInterval(timer);
  }, []);
  return cases;
}

function Stats({ active, figures }: { active: number; figures: SiteSettings["figures"] }) {
  const { settlementsRecovered, settlementsResponse } = figures;
  const stats = [
    { value: String(active), label: "Active cases" },
    { value: settlementsRecovered, label: "Recovered" },
    { value: settlementsResponse, label: "Response time" },
  ].filter(({ value }) => value);
  return (
    <dl className="mb-6 grid grid-cols-3 border-t border-b-4 border-t-rule border-b-rule [border-bottom-style:double]">
      {stats.map(({ value, label }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end py-4 not-first:border-l not-first:border-line not-first:pl-[clamp(0.75rem,2vw,2rem)]"
        >
          <dt className="text-small text-muted">{label}</dt>
          <dd className="font-display text-[clamp(1.625rem,1.25rem+2vw,2.75rem)] leading-[1.15] font-medium tracking-tight figures-ledger">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
