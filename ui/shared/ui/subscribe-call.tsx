import { paths } from "../../paths.ts";
import { ButtonLink } from "./button.tsx";

/** The invitation to the newsletter at the end of a page. */
export function SubscribeCall() {
  return (
    <section className="call no-print" aria-labelledby="subscribe-call">
      <div className="wrap call-inner">
        <div>
          <h2 id="subscribe-call" className="title">
            One good idea a week, and what it is worth
          </h2>
          <p className="lead">Practical ways to keep more of what you earn, by email, every week.</p>
        </div>
        <div className="call-act">
          <ButtonLink to={paths.subscribe} look="on-brand">
            Subscribe
          </ButtonLink>
          <p className="text-small">100% spam-free. Unsubscribe anytime.</p>
        </div>
      </div>
    </section>
  );
}
