import { useState } from "react";
import type { ImportMapping, StaffAdvertiser } from "../../../shared/api.gen.ts";
import { CheckField, SelectField } from "../../../shared/form/fields.tsx";
import { count } from "../../../shared/format.ts";
import type { Importable, RestProps } from "../archive/import.ts";
import { useRead } from "../calls.ts";
import { isAmbiguous } from "./day-first.ts";
import { PlacementsField } from "./placements.tsx";

/** Imports of offers. */
export const offerImport: Importable = {
  what: "offers",
  label: "File (CSV or TSV)",
  hint: "A spreadsheet saved as CSV, or a network’s export, with column names in its first row. You tell us what its columns are and where the offers go. We check the file first. New offers stay off until you turn them on. A row with the name, advertiser, and partner of an offer here changes that offer.",
  accept: ".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain",
  mostBytes: 256 * 1024 * 1024,
  tooLarge: "This file is larger than 256 MB. Split it and import the parts one at a time.",
  entry: "Offer",
  entries: "rows",
  same: "unchanged",
  start: (number) => `Import ${count(number, "offer")}`,
  table: {
    paste: "Or paste rows, with the column names first",
    fields: {
      title: "Name",
      address: "URL",
      advertiser: "Advertiser",
      partner: "Partner",
      description: "Description",
      category: "Category",
      payout: "Payout",
      payoutModel: "Payout for (click, lead, sale)",
      payoutCurrency: "Currency",
      startsAt: "Starts",
      endsAt: "Ends",
      dailyCap: "Daily cap",
      totalCap: "Total cap",
      figure: "Figure",
      figureNote: "Figure note",
      who: "Eligibility",
      minimum: "Minimum",
      fee: "Fee",
      ends: "Ends (as shown)",
      proof: "Proof",
      planOrganizations: "Organizations represented",
      planProducts: "Plans offered",
      imageUrl: "Picture",
      terms: "Terms",
      subIdParam: "Sub-ID parameter",
      status: "Status at the network",
      placements: "Placement",
    },
    Rest: ForAllRows,
    note: (has) => (has("status") ? "We skip offers that the network says are expired, paused, or closed." : ""),
    restOf: ({ at = "", advertiserId, payoutModel, dayFirst }) => ({
      placements: at.split(" ").filter(Boolean),
      advertiserId: advertiserId ? Number(advertiserId) : null,
      payoutModel: payoutModel as ImportMapping["payoutModel"],
      dayFirst: dayFirst !== undefined,
    }),
  },
};

/** What applies to rows that don’t say it themselves. */
function ForAllRows({ mapping, has, cells, errors }: RestProps) {
  const [chosen, setChosen] = useState(mapping?.placements ?? []);
  const advertisers = useRead<StaffAdvertiser[]>("/api/admin/advertisers?limit=200&sort=name").data;
  const hasDates = has("startsAt") || has("endsAt");
  const optional = "Used for rows without one. Optional.";
  return (
    <>
      <PlacementsField chosen={chosen} error={errors.placements} onChange={setChosen} />
      <input type="hidden" name="at" value={chosen.join(" ")} />
      {advertisers && (
        <SelectField
          label="Advertiser"
          hint={optional}
          name="advertiserId"
          defaultValue={mapping?.advertiserId ?? ""}
          error={errors.advertiserId}
          options={advertisers.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      {has("payout") && (
        <SelectField
          label="Payout for"
          hint="What the advertiser pays for. Needed if rows have a payout but don’t say what it’s for."
          name="payoutModel"
          defaultValue={mapping?.payoutModel ?? ""}
          error={errors.payoutModel}
          options={[
            { value: "click", label: "Each click" },
            { value: "lead", label: "Each lead" },
            { value: "sale", label: "Each sale" },
          ]}
        />
      )}
      {hasDates && isAmbiguous([...cells("startsAt"), ...cells("endsAt")]) && (
        <CheckField
          label="Dates start with the day"
          hint="Read 04/05/2027 as May 4. Otherwise it’s April 5."
          name="dayFirst"
          defaultChecked={mapping?.dayFirst}
        />
      )}
    </>
  );
}
