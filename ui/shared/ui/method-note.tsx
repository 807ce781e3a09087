import { useId } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { curly } from "../curly.ts";

/** How the figure of a piece came about, below it; nothing without a figure. */
export function MethodNote({ avgSavings, assumption }: { avgSavings: string | null; assumption: string | null }) {
  const id = useId();
  if (!avgSavings) return null;
  return (
    <section aria-labelledby={id} className="mt-12 max-w-[42rem]">
      <h2 id={id} className="heading">
        How we worked this out
      </h2>
      <p className="mt-3">
        Saving {avgSavings} is the sum for one example{assumption && <>: {curly(assumption)}</>}. Each step of it stands
        in the text above, so that you can put your own numbers in its place.{" "}
        <Link to={paths.howWeWork}>How we work</Link>
      </p>
    </section>
  );
}
