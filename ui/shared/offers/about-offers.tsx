import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { useVisitor } from "./use-visitor.ts";

const orderId = "how-ordered";

/** Says above the offers that they are paid for, and what becomes of a wish for privacy. */
export function Disclosure() {
  const { optedOut } = useVisitor();
  return (
    <p className="offers-note">
      Partners pay us when you take up an offer. <a href={`#${orderId}`}>How offers are ordered</a>
      {optedOut && (
        <strong>
          Your browser asks us not to share your data (Global Privacy Control), so partners learn nothing about you from
          us.
        </strong>
      )}
    </p>
  );
}

/** Explains below the offers why they stand as they do, who pays, and what a partner gets to know. */
export function AboutOffers({ order }: { order: string }) {
  return (
    <aside className="about-offers" aria-label="About these offers">
      <section>
        <h2 id={orderId}>How offers are ordered</h2>
        <p>{order}</p>
      </section>
      <section>
        <h2>What “Sponsored” means</h2>
        <p>
          Every offer on this page comes from a partner who pays us when somebody takes it up. It costs you nothing
          extra. Our <Link to={paths.articles}>articles</Link> and <Link to={paths.guides}>guides</Link> are written
          without partners.
        </p>
      </section>
      <section>
        <h2>What partners learn about you</h2>
        <p>
          Nothing by itself. If the link that brought you here carried details of yours, such as a ZIP code, they are
          handed to the partner whose offer you open. We don't keep them. With Global Privacy Control switched on in
          your browser they are not handed on at all.
        </p>
      </section>
    </aside>
  );
}
