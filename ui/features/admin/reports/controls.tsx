import { Link } from "react-router";
import type { Report } from "../../../shared/api.gen.ts";
import { Options } from "../../../shared/form/fields.tsx";
import { textButtonLook } from "../parts/buttons.tsx";
import { Choice, Toolbar } from "../parts/toolbar.tsx";
import { PeriodChoice, WhomToCount } from "../period-controls.tsx";
import { placeWith, usePlace } from "../place.ts";
import { type Dimension, dimensionOf, dimensions, filtersOf, labelOf, noFilters } from "./dimensions.ts";

/** The report's period, dimension, comparison and audience. */
export function Controls() {
  const { place, go } = usePlace();
  const compared = place.compare !== "none";
  return (
    <Toolbar look="fields">
      <PeriodChoice />
      <Choice
        label="By"
        value={dimensionOf(place).id}
        onChange={(event) => go({ by: event.currentTarget.value, sort: undefined })}
      >
        <Options of={dimensions.map(({ id, label }) => [id, label])} />
      </Choice>
      <WhomToCount />
      <label className="inline-flex gap-2 items-center min-h-9 text-small cursor-pointer [&>input]:w-4.5 [&>input]:h-4.5 [&>input]:accent-brand">
        <input
          type="checkbox"
          checked={compared}
          onChange={(event) => go({ compare: event.currentTarget.checked ? undefined : "none" })}
        />
        Compare with previous period
      </label>
    </Toolbar>
  );
}

/** The report's filters, with buttons to remove them. */
export function Filters({ report }: { report: Report | undefined }) {
  const { place } = usePlace();
  const filters = filtersOf(place);
  if (filters.length === 0) return null;
  const labelOfFilter = (by: Dimension["id"], key: string) =>
    labelOf(by, report?.filters.find((filter) => filter.by === by && filter.key === key)?.label ?? key);
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-2 items-center mb-3.5 text-small" aria-label="Filters">
      {filters.map(({ by, key }) => {
        const dimension = dimensionOf({ by }).label;
        return (
          <li key={by}>
            <Link
              to={placeWith({ [by]: undefined })}
              className="inline-block min-h-9 text-[0.9375rem] py-1 px-3 border border-line rounded-full bg-surface wrap-anywhere hover:border-ink"
              preventScrollReset
            >
              <span className="mr-1 text-muted">{dimension}</span> {labelOfFilter(by, key)}
              <span aria-hidden="true"> ×</span>
              <span className="sr-only"> (remove this filter)</span>
            </Link>
          </li>
        );
      })}
      {filters.length > 1 && (
        <li>
          <Link to={placeWith(noFilters)} className={textButtonLook} preventScrollReset>
            Remove all
          </Link>
        </li>
      )}
    </ul>
  );
}
