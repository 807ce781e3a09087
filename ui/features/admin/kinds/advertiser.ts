import type { Advertiser, AdvertiserInput } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";
import { active } from "./fields.ts";

const presets: Record<Advertiser["preset"], string> = {
  own: "Ours",
  keitaro: "Keitaro",
  redtrack: "RedTrack",
  voluum: "Voluum",
  binom: "Binom",
  affise: "Affise",
  everflow: "Everflow",
  impact: "Impact",
};

/** A partner that pays for clicks, leads or sales. */
export const advertiserKind: Kind<Advertiser, keyof AdvertiserInput> = {
  id: "advertiser",
  path: "/api/admin/advertisers",
  noun: "advertiser",
  required: { fields: ["name"], sentence: "Please enter a name." },
  fields: [
    { name: "name", label: "Name", type: "line" },
    {
      name: "preset",
      label: "Preset",
      type: "choice",
      initial: "own",
      options: Object.entries(presets).map(([value, label]) => ({ value, label })),
      hint: "Whose names its postbacks and reports use",
    },
    { name: "note", label: "Note", type: "text" },
    { ...active, hint: "Off, its postbacks are refused" },
  ],
  columns: [{ label: "Preset", width: 7, value: ({ preset }) => presets[preset] }],
  titleOrder: "name",
  titleOf: (advertiser) => advertiser.name,
  detailOf: (advertiser) => advertiser.note,
};
