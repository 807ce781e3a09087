import { paths } from "../../paths.ts";
import { useSite } from "../site.ts";
import { ButtonLink } from "./button.tsx";

/** A slot for a leaderboard ad (728x90). It shows our own banner until an advertiser's is set. */
export function AdSlot() {
  const { siteName } = useSite();
  return (
    <aside
      className="my-[clamp(3rem,6vw,5rem)] grid justify-items-center gap-1.5 print:hidden"
      aria-label="Advertisement"
    >
      <p className="font-ui text-label uppercase font-medium text-muted">Advertisement</p>
      <div className="flex min-h-22.5 w-[min(100%,728px)] items-center justify-between gap-x-8 gap-y-3 border border-line bg-sunken px-6 py-4 max-sm:flex-wrap">
        <p>
          <strong>The {siteName} newsletter.</strong> One email a week with tips worth your time, plus up to three more
          in your first two weeks.
        </p>
        <ButtonLink to={paths.subscribe} look="quiet">
          Get the newsletter
        </ButtonLink>
      </div>
    </aside>
  );
}
