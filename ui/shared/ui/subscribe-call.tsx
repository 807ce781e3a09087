import { paths } from "../../paths.ts";
import { ButtonLink } from "./button.tsx";

/** The newsletter signup prompt at the end of a page. */
export function SubscribeCall() {
  return (
    <section
      className="border-b border-[rgb(245_241_228/18%)] bg-deep text-on-deep print:hidden [&_:focus-visible]:outline-gold"
      aria-labelledby="subscribe-call"
    >
      <div className="wrap grid items-center gap-x-16 gap-y-5 py-[clamp(3.5rem,2rem+5vw,6rem)] md:grid-cols-[1fr_auto]">
        <div>
          <h2 id="subscribe-call" className="title">
            One good idea a week, and what it’s worth
          </h2>
          <p className="lead mt-3 max-w-[34ch] text-inherit opacity-85">
            Practical ways to keep more of what you earn, by email, every week.
          </p>
        </div>
        <div className="grid justify-items-start gap-3.5">
          <ButtonLink to={paths.subscribe} look="on-brand">
            Subscribe
          </ButtonLink>
          <p className="text-small opacity-85">100% spam-free. Unsubscribe anytime.</p>
        </div>
      </div>
    </section>
  );
}
