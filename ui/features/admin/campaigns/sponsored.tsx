import { listOf } from "../kind.ts";
import { carouselOfferKind } from "../kinds/offers.tsx";
import { RecordChoice } from "../record-choice.tsx";

interface SponsoredFieldProps {
  /** IDs of the offers, separated by commas. */
  value: string;
  onChange: (value: string) => void;
}

/** The sponsored offers in an email, at most two. */
export function SponsoredField({ value, onChange }: SponsoredFieldProps) {
  const chosen = listOf(value);
  const put = (at: number, id: string) => {
    const next = [chosen[0] ?? "", chosen[1] ?? ""].with(at, id);
    onChange([...new Set(next.filter(Boolean))].join(", "));
  };
  return (
    <>
      {[0, 1].map((at) => (
        <RecordChoice
          key={at}
          label={at === 0 ? "First offer" : "Second offer"}
          hint={at === 0 ? "Labeled “Sponsored”" : undefined}
          name={`offer-${at}`}
          list={carouselOfferKind.path}
          filter={{ active: true }}
          value={chosen[at] ?? ""}
          onChange={(id) => put(at, id)}
        />
      ))}
    </>
  );
}
