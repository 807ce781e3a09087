import { Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useSearchParams } from "react-router";
import { paths } from "../../paths.ts";
import type { ContentPage, Offer } from "../../shared/api.gen.ts";
import { apiContext, type Read, settled } from "../../shared/api.ts";
import { carousel } from "../../shared/constants.ts";
import { Head } from "../../shared/head.tsx";
import { AboutOffers } from "../../shared/offers/about-offers.tsx";
import { MoreOffers, readOfferPages } from "../../shared/offers/more-offers.tsx";
import { OffersHeader } from "../../shared/offers/offers-header.tsx";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { Picture, sizes } from "../../shared/ui/picture.tsx";
import { showToast } from "../../shared/ui/show-toast.ts";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useMounted } from "../../shared/ui/time.tsx";
import { interact, viewOnce } from "./interactions.ts";
import { pictureShape, Slide } from "./slide.tsx";
import { useSwipe } from "./swipe.ts";

export { Slide }; // for the gallery

export function loader({ context }: LoaderFunctionArgs) {
  return {
    offers: context.get(apiContext).get<Offer[]>("/api/offers?active=true"),
    pages: readOfferPages(context),
  };
}

/** The classes of the carousel. Beside the offer is the next one, as far as the edge of the screen. */
const frame = "relative md:grid md:grid-cols-[minmax(0,1fr)_4.5rem] md:gap-x-5 *:col-span-full";

export function Component() {
  const { offers, pages } = useLoaderData<{ offers: Read<Offer[]>; pages: Read<ContentPage[]> }>();
  return (
    <>
      <Head
        title="Exclusive offers"
        description="Partner offers on phone plans, insurance, banking and groceries, one at a time, with the terms in plain English."
        path={paths.offers}
      />
      <div className="overflow-x-clip">
        <div className="wrap section-offers">
          <OffersHeader
            title="Exclusive Offers"
            description="One partner offer at a time. Take what suits you and skip the rest."
            brief
          >
            <Ended />
          </OffersHeader>
          <Suspense fallback={<SlideSkeleton />}>
            <LoadedCarousel offers={offers} />
          </Suspense>
          <MoreOffers pages={pages} />
          <AboutOffers order="Our staff set the order, or offers are ranked by clicks and what partners pay us." />
        </div>
      </div>
    </>
  );
}

/** Shown when someone follows a link to an offer that has ended. */
function Ended() {
  const [params] = useSearchParams();
  if (params.get("ended") !== "1") return null;
  return (
    <p className="mt-5 border-l-3 border-gold pl-3.5 text-small text-muted" role="status">
      <strong>That offer has ended.</strong> Here’s what’s available now.
    </p>
  );
}

function LoadedCarousel({ offers }: { offers: Read<Offer[]> }) {
  const { data } = settled(offers);
  return data.length === 0 ? <Empty /> : <Carousel offers={data} />;
}

/** Shows one offer at a time. The shared HTML has all of them, for visitors without JavaScript. */
function Carousel({ offers }: { offers: Offer[] }) {
  const walk = useWalk(offers.length);
  const { index, opened, moved } = walk;
  const slides = useRef<HTMLOListElement>(null);
  const focusedAt = useRef(index);
  const swipe = useSwipe({ left: walk.next, right: walk.previous });
  const shown = useMounted() ? offers.slice(index, index + 1) : offers;
  const offer = offers[index];
  const following = offers[index + 1];

  useEffect(() => {
    if (offer) viewOnce(offer.id);
  }, [offer]);
  useEffect(() => {
    if (focusedAt.current === index) return;
    focusedAt.current = index;
    // The focused element disappeared with its offer, or is a button that is now disabled.
    if (document.activeElement?.matches("body, :disabled")) slides.current?.querySelector("h2")?.focus();
  }, [index]);

  return (
    <section aria-label="Offers" aria-roledescription="carousel" className={frame}>
      <div className="mb-3 flex items-center gap-2 text-small font-semibold whitespace-nowrap max-[22.5rem]:flex-wrap sm:gap-3 figures-tabular noscript:hidden">
        <p role="status" className="max-sm:grow">
          <span>{`Offer ${index + 1} of ${offers.length}`}</span>
          <span className="sr-only">{`: ${offer?.title ?? ""}`}</span>
        </p>
        <progress className="max-sm:hidden sm:mx-3" value={index + 1} max={offers.length} aria-hidden="true" />
        <Button look="quiet" className={step} disabled={index === 0} onClick={walk.previous}>
          Previous
        </Button>
        <Button look="quiet" className={step} disabled={index === offers.length - 1} onClick={walk.next}>
          Next
        </Button>
        <button type="button" className="link-button md:ml-3" onClick={walk.skipAll}>
          Skip All Offers
        </button>
      </div>
      <ol
        ref={slides}
        className={`touch-pan-y touch-pinch-zoom ${offers.length > 1 ? "md:col-span-1" : ""} ${moved ? "*:animate-settle motion-reduce:*:animate-none" : ""}`}
        {...swipe}
      >
        {shown.map((shownOffer, i) => (
          <Slide
            key={shownOffer.id}
            offer={shownOffer}
            among={offers}
            first={i === 0}
            opened={opened}
            onTake={() => {
              interact(shownOffer.id, "click");
              walk.open();
            }}
            onDecline={() => {
              interact(shownOffer.id, "skip");
              walk.pass();
            }}
          />
        ))}
      </ol>
      {following && <Edge offer={following} onClick={walk.next} />}
    </section>
  );
}

/** The classes of the buttons beside the progress. */
const step = "px-2 py-1 sm:px-5.5";

/** The edge of the next offer: its picture. It is for the mouse only; everyone else has the Next button. */
function Edge({ offer, onClick }: { offer: Offer; onClick: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      onClick={onClick}
      className="w-[calc((min(100vw-5rem,75rem)-5.75rem)/2)] cursor-pointer overflow-clip rounded-l-large noscript:hidden max-md:absolute max-[22.5rem]:hidden max-md:w-full max-md:top-14 max-md:left-[calc(100%+0.5rem)] md:relative md:col-span-1!"
    >
      <Picture src={offer.imageUrl} picture={offer.picture} sizes={sizes.half} className={pictureShape} />
    </button>
  );
}

/** The position among `count` offers, and how to move. It doesn't change the history: Back leaves the page. */
function useWalk(count: number) {
  const navigate = useNavigate();
  const [index, setIndex] = useState(0);
  const [opened, setOpened] = useState(false);
  const [moved, setMoved] = useState(false);
  const advance = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(advance.current), []);

  const goTo = (to: number) => {
    clearTimeout(advance.current);
    setOpened(false);
    setMoved(true);
    setIndex(to);
  };
  const leave = (title: string, text: string) => {
    clearTimeout(advance.current);
    showToast({ title, text });
    navigate(paths.home);
  };
  const pass = () =>
    index + 1 < count ? goTo(index + 1) : leave("All Offers Completed!", "That’s the last one for today.");
  const next = () => index + 1 < count && goTo(index + 1);
  const previous = () => index > 0 && goTo(index - 1);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const elsewhere = event.target instanceof Element && event.target.closest("[popover], dialog, input");
    if (elsewhere || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === "ArrowRight") next();
    if (event.key === "ArrowLeft") previous();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);

  return {
    index,
    /** Whether the current offer replaced another. The first one comes with the page. */
    moved,
    /** The current offer was just opened; the next one follows automatically. */
    opened,
    open: () => {
      clearTimeout(advance.current);
      setOpened(true);
      advance.current = setTimeout(pass, carousel.advanceMs);
    },
    pass,
    next,
    previous,
    skipAll: () => leave("Thanks for visiting!", "The offers are still here if you change your mind."),
  };
}

function Empty() {
  return (
    <div className="empty" role="status">
      <h2 className="heading">No Offers Available</h2>
      <p className="mt-2 text-muted">We have nothing to show today. Check back next week for new offers.</p>
      <p className="mt-6">
        <ButtonLink to={paths.home}>Go to the Homepage</ButtonLink>
      </p>
    </div>
  );
}

function SlideSkeleton() {
  return (
    <div className="rounded-large border border-line bg-surface p-4 md:p-8" role="status" aria-label="Loading offers">
      <div>
        <Skeleton className="h-6 w-32" />
        <Skeleton className="mt-4 h-10 w-11/12" />
        <Skeleton className="mt-4 h-40 w-64" />
        <Skeleton className="mt-4 h-4 w-full" />
        <Skeleton className="mt-2 h-4 w-10/12" />
      </div>
    </div>
  );
}
