import type { StaffAdvertiser } from "../../../shared/api.gen.ts";
import { useRead } from "../calls.ts";
import { Choice } from "../parts/toolbar.tsx";
import { usePlace } from "../place.ts";

/** Filters a list by advertiser. */
export function AdvertiserChoice() {
  const { place, go } = usePlace();
  const advertisers = useRead<StaffAdvertiser[]>("/api/admin/advertisers?limit=200&sort=name").data ?? [];
  return (
    <Choice
      label="Advertiser"
      value={place.advertiser ?? ""}
      onChange={(event) => go({ advertiser: event.currentTarget.value || undefined })}
    >
      <option value="">All</option>
      {advertisers.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choice>
  );
}
