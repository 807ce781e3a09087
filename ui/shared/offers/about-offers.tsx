import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { sendsGlobalPrivacyControl } from "../opt-out.ts";
import { useVisitor } from "./use-visitor.ts";

const orderId = "how-ordered";
const title = "mb-2 text-subheading leading-[1.2]";

/** The note above offers: partners pay for them, and what Global Privacy Control does. */
export function Disclosure() {
  const { optedOut } = useVisitor();
  return (
    <p className="mt-3 border-l-3 border-gold pl-3.5 text-small text-muted">
      Partners pay us when you accept an offer.{" "}
      <span className="whitespace-nowrap max-brief:whitespace-normal">
        <a href={`#${orderId}`}>How offers are ordered</a>
      </span>
      {optedOut && (
        <strong className="block font-semibold text-ink">
          {sendsGlobalPrivacyControl()
            ? "Your browser asks us not to share your data (Global Privacy Control)"
            : "You opted out of sharing your data"}
          , so we don’t pass on any details about you.
        </strong>
      )}
    </p>
  );
}

/** The note below offers: how they are ordered, who pays, and what partners learn. */
export function AboutOffers({ order }: { order: string }) {
  return (
    <aside
      className="mt-[clamp(3.5rem,2rem+5vw,6rem)] grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-x-[clamp(2rem,4vw,3.5rem)] gap-y-8 border-t border-rule pt-6 text-[0.9375rem]"
      aria-label="About these offers"
    >
      <section>
        <h2 id={orderId} className={title}>
          How offers are ordered
        </h2>
        <p className="text-muted">{order}</p>
      </section>
      <section>
        <h2 className={title}>What “Sponsored” means</h2>
        <p className="text-muted">
          Every offer on this page comes from a partner who pays us when someone accepts it. Partners have no say in our{" "}
          <Link to={paths.articles}>articles</Link> and <Link to={paths.guides}>guides</Link>. If a partner pays for a
          link in one, we mark it the same way. <Link to={paths.howWeEarn}>How we earn</Link>
        </p>
      </section>
      <section className="md:max-lg:col-span-full">
        <h2 className={title}>What partners learn about you</h2>
        <p className="text-muted">
          Partners learn that you came from our site. If the link that brought you here included details about you, such
          as your name, email address, phone number, date of birth, street address or ZIP code, we pass them to the
          partner whose offer you open. We don’t keep them. If you turn on Global Privacy Control in your browser or{" "}
          <Link to={paths.privacyChoices}>opt out here</Link>, we don’t pass them on at all.
        </p>
      </section>
    </aside>
  );
}
