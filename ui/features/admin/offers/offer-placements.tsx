import { useState } from "react";
import { Link } from "react-router";
import { adminPaths } from "../../../shared/admin-paths.ts";
import type { OfferPlacement } from "../../../shared/api.gen.ts";
import { checkLook } from "../../../shared/form/fields.tsx";
import { attempt, write } from "../calls.ts";
import { Confirm } from "../confirm.tsx";
import { declared } from "../kinds.gen.ts";
import { RowButton, SmallButton } from "../parts/buttons.tsx";
import { Note, SectionHead, Subheading } from "../parts/texts.tsx";
import { recordLinkLook } from "../record-row.tsx";
import { states } from "./columns.tsx";
import { placementName } from "./placements.tsx";
import { PlacementsDialog } from "./placements-dialog.tsx";

interface PlacementsProps {
  offer: { title: string; placements: OfferPlacement[] };
  /** The placement whose form is open. */
  here: string;
}

/** Where else an offer is shown. */
export function AlsoShown({ placements, here }: Pick<PlacementsProps["offer"], "placements"> & { here: string }) {
  const others = placements.filter(({ id }) => id !== here).map(placementName);
  if (others.length === 0) return null;
  return (
    <Note>{`Also in ${new Intl.ListFormat("en-US").format(others)}: changes to its text and money show there too.`}</Note>
  );
}

/** The placements of an offer. Each has its own form; here they are turned on or off, added and removed, at once. */
export function OfferPlacements({ offer, here }: PlacementsProps) {
  const { title, placements } = offer;
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<OfferPlacement | null>(null);
  const [turned, setTurned] = useState<Record<string, boolean>>({}); // until the offer is read again
  const turn = async (placement: OfferPlacement, isActive: boolean) => {
    const turnTo = (isActive: boolean) => setTurned({ ...turned, [placement.id]: isActive });
    turnTo(isActive);
    const change = () => write("PUT", callOf(placement), { isActive });
    if (!(await attempt(change, "We couldn’t change this placement. Try again."))) turnTo(placement.isActive);
  };
  return (
    <section aria-label="Placements" className="border-t border-line pt-3">
      <SectionHead>
        <Subheading as="h3">Placements</Subheading>
        <SmallButton look="quiet" onClick={() => setAdding(true)}>
          Add placements
        </SmallButton>
      </SectionHead>
      <ul>
        {placements.map((placement) => {
          const name = placementName(placement);
          const { id, state, isActive } = placement;
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3 border-t border-line py-1">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {id === here ? (
                  name
                ) : (
                  <Link className={recordLinkLook} to={adminPaths.offers({ edit: id })}>
                    {name}
                  </Link>
                )}{" "}
                <span className="text-small text-muted">{id === here ? "this one" : states[state]}</span>
              </span>
              {id !== here && (
                <>
                  <label className={checkLook}>
                    <input
                      type="checkbox"
                      aria-label={`On in ${name}`}
                      checked={turned[id] ?? isActive}
                      onChange={({ currentTarget }) => turn(placement, currentTarget.checked)}
                    />
                    <span>On</span>
                  </label>
                  <RowButton danger aria-label={`Remove from ${name}`} onClick={() => setLeaving(placement)}>
                    Remove
                  </RowButton>
                </>
              )}
            </li>
          );
        })}
      </ul>
      {adding && <PlacementsDialog act="place" offer={{ id: here, title }} onClose={() => setAdding(false)} />}
      {leaving && (
        <Confirm
          title="Remove placement"
          question={`Remove ${title} from ${placementName(leaving)}?`}
          effect="Its links there stop working. You can restore it from the trash for 30 days."
          act="Remove"
          onConfirm={() =>
            attempt(() => write("DELETE", callOf(leaving)), "We couldn’t remove this placement. Try again.", {
              title: "Placement removed",
            })
          }
          onClose={() => setLeaving(null)}
        />
      )}
    </section>
  );
}

/** The call of a placement. */
function callOf({ kind, id }: OfferPlacement): string {
  const { path } = {
    carousel: declared.offer,
    content: declared.contentOffer,
    daily: declared.dailyOffer,
    static: declared.staticOffer,
  }[kind];
  return `${path}/${id.slice(id.indexOf(":") + 1)}`;
}
