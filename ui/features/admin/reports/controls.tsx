import { Link } from "react-router";
import type { Report } from "../../../shared/api.gen.ts";
import { Choice } from "../fields.tsx";
import { PeriodChoice, WhomToCount } from "../period-controls.tsx";
import { placeWith, usePlace } from "../place.ts";
import { type Dimension, dimensionOf, dimensions, filtersOf, labelOf, noFilters } from "./dimensions.ts";

/** The period, what the report is by, what it is compared with, and whom it counts. */
export function Controls() {
  const { place, go } = usePlace();
  const compared = place.compare !== "none";
  return (
    <div className="tools report-tools">
      <PeriodChoice />
      <Choice
        label="By"
        value={dimensionOf(place).id}
        onChange={(event) => go({ by: event.currentTarget.value, sort: undefined })}
      >
        {dimensions.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Choice>
      <WhomToCount />
      <label className="report-compare">
        <input
          type="checkbox"
          checked={compared}
          onChange={(event) => go({ compare: event.currentTarget.checked ? undefined : "none" })}
        />
        Compare with the period before
      </label>
    </div>
  );
}

/** What the report is narrowed to, each with the way out of it. */
export function Filters({ report }: { report: Report | undefined }) {
  const { place } = usePlace();
  const filters = filtersOf(place);
  if (filters.length === 0) return null;
  const labelOfFilter = (by: Dimension["id"], key: string) =>
    labelOf(by, report?.filters.find((filter) => filter.by === by && filter.key === key)?.label ?? key);
  return (
    <ul className="chips" aria-label="Filters">
      {filters.map(({ by, key }) => {
        const dimension = dimensionOf({ by }).label;
        return (
          <li key={by}>
            <Link to={placeWith({ [by]: undefined })} className="chip" preventScrollReset>
              <span className="chip-by">{dimension}</span> {labelOfFilter(by, key)}
              <span aria-hidden="true"> ×</span>
              <span className="sr-only"> (remove this filter)</span>
            </Link>
          </li>
        );
      })}
      {filters.length > 1 && (
        <li>
          <Link to={placeWith(noFilters)} className="link-button" preventScrollReset>
            Remove all
          </Link>
        </li>
      )}
    </ul>
  );
}
