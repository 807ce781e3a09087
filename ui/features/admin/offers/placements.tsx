import type { AnyOffer, StaffPage } from "../../../shared/api.gen.ts";
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

/** What the placement of an offer is called. */
export function placementOf({ kind, page }: AnyOffer): string {
  return page === null ? (lists.find(({ id }) => id === kind)?.label ?? kind) : pageLabel(page);
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
