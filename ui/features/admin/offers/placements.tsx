import type { AnyOffer, OfferPlacement, StaffPage } from "../../../shared/api.gen.ts";
import { checkLook, Group } from "../../../shared/form/fields.tsx";
import { useRead } from "../calls.ts";

/** A place where offers are shown, as the calls name it. */
export interface Placement {
  id: string;
  label: string;
}

const lists: Placement[] = [
  { id: "carousel", label: "Carousel" },
  { id: "daily", label: "Daily offers" },
  { id: "static", label: "Hot offers" },
];

/** Every placement: the lists, and the content pages. */
export function usePlacements(): Placement[] {
  const pages = useRead<StaffPage[]>("/api/content/pages?limit=200").data ?? [];
  return [...lists, ...pages.map(({ id, title }) => ({ id: `content-${id}`, label: pageLabel(title) }))];
}

/** What a placement of an offer is called. */
export function placementName({ kind, page }: Pick<OfferPlacement, "kind" | "page">): string {
  return page === null ? (lists.find(({ id }) => id === kind)?.label ?? "Content page") : pageLabel(page);
}

/** Where an offer is shown: the first placement, and how many others. */
export function Placed({ placements }: Pick<AnyOffer, "placements">) {
  const [first, ...others] = placements.map(placementName);
  return (
    <span className="min-w-0 max-md:inline-flex md:flex" title={placements.map(placementName).join(", ")}>
      <span className="md:my-1 md:line-clamp-3 md:leading-5 md:wrap-anywhere md:whitespace-normal">{first}</span>
      {others.length > 0 && (
        <span className="flex-none whitespace-pre md:my-1 md:leading-5">{` +${others.length}`}</span>
      )}
    </span>
  );
}

/** A page may bear the name of a list. */
const pageLabel = (title: string) => `Page: ${title}`;

interface PlacementsFieldProps {
  chosen: string[];
  error?: string;
  onChange: (chosen: string[]) => void;
}

/** Boxes to choose some of them. */
export function PlacementsField({ chosen, error, onChange }: PlacementsFieldProps) {
  const placements = usePlacements();
  return (
    <Group label="Placements" error={error}>
      <div className="grid max-h-72 gap-x-4 overflow-y-auto sm:grid-cols-2">
        {placements.map(({ id, label }) => (
          <label key={id} className={checkLook}>
            <input
              type="checkbox"
              name="placements"
              value={id}
              checked={chosen.includes(id)}
              aria-invalid={error ? true : undefined}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
            <span className="wrap-anywhere">{label}</span>
          </label>
        ))}
      </div>
    </Group>
  );
}
