import { useId } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { curly } from "../curly.ts";

/** How a piece's savings were calculated. It is hidden if there are none. */
export function MethodNote({ avgSavings, assumption }: { avgSavings: string | null; assumption: string | null }) {
  const id = useId();
  if (!avgSavings) return null;
  return (
    <section aria-labelledby={id} className="mt-12 max-w-[42rem]">
      <h2 id={id} className="heading">
        How we did the math
      </h2>
      <p className="mt-3">
        Saving {avgSavings} is the result for one example{assumption && <>: {curly(assumption)}</>}. The text above
        shows every step, so you can plug in your own numbers. <Link to={paths.howWeWork}>How we work</Link>
      </p>
    </section>
  );
}
