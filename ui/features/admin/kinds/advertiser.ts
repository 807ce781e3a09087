import type { StaffAdvertiser } from "../../../shared/api.gen.ts";
import { type Kind, optionLabel } from "../kind.ts";
import { declared } from "../kinds.gen.ts";

/** Partners that pay for clicks, leads or sales. */
export const advertiserKind: Kind<StaffAdvertiser> = {
  id: "advertiser",
  ...declared.advertiser,
  noun: "advertiser",
  columns: [{ label: "Preset", width: 7, value: ({ preset }) => optionLabel(declared.advertiser, "preset", preset) }],
  titleOf: (advertiser) => advertiser.name,
  detailOf: (advertiser) => advertiser.note,
};
