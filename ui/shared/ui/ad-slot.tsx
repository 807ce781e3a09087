import { paths } from "../../paths.ts";
import { useSite } from "../site.ts";
import { ButtonLink } from "./button.tsx";

/** A slot for a leaderboard ad (728x90), with a banner of our own until an advertiser's is set. */
export function AdSlot() {
  const { siteName } = useSite();
  return (
    <aside className="ad-slot" aria-label="Advertisement">
      <p className="label">Advertisement</p>
      <div className="ad-banner">
        <p>
          <strong>The {siteName} newsletter.</strong> One email a week with tips worth your time.
        </p>
        <ButtonLink to={paths.subscribe} look="quiet">
          Get the newsletter
        </ButtonLink>
      </div>
    </aside>
  );
}
