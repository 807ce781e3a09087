import type { StaffAdvertiser } from "../../../shared/api.gen.ts";
import { useRead } from "../calls.ts";
import { Filter } from "../parts/filter.tsx";

/** Filters a list by advertiser. */
export function AdvertiserChoice() {
  const advertisers = useRead<StaffAdvertiser[]>("/api/admin/advertisers?limit=200&sort=name").data ?? [];
  return <Filter label="Advertiser" name="advertiser" of={advertisers.map(({ id, name }) => [id, name])} />;
}
