import { useMemo } from "react";
import { Link, useParams } from "react-router";
import { adminPaths } from "../../../shared/admin-paths.ts";
import type { AdvertiserWithKey, StaffAdvertiser } from "../../../shared/api.gen.ts";
import type { Column } from "../kind.ts";
import { advertiserKind } from "../kinds/advertiser.ts";
import { RowButton } from "../parts/buttons.tsx";
import { ScreenTitle } from "../parts/texts.tsx";
import { recordLinkLook } from "../record-row.tsx";
import { Records } from "../records.tsx";
import { AdvertiserPage } from "./advertiser-page.tsx";
import { useReports } from "./use-reports.tsx";

/** The advertisers, with the keys of their postbacks, or the open one. */
export function Advertisers({ mayEdit }: { mayEdit: boolean }) {
  const { id } = useParams();
  if (id) return <AdvertiserPage key={id} id={id} mayEdit={mayEdit} />;
  return (
    <>
      <ScreenTitle>Advertisers</ScreenTitle>
      <AdvertiserList mayEdit={mayEdit} />
    </>
  );
}

function AdvertiserList({ mayEdit }: { mayEdit: boolean }) {
  const { showKey, rotate, test, importFrom, dialogs } = useReports();
  const kind = useMemo(
    () => ({
      ...advertiserKind,
      columns: [...advertiserKind.columns, page, ...(mayEdit ? [reports(rotate, importFrom, test)] : [])],
    }),
    [mayEdit, rotate, importFrom, test],
  );
  return (
    <>
      <Records
        kind={kind}
        mayEdit={mayEdit}
        onSaved={(saved) => "postbackKey" in saved && showKey(saved as AdvertiserWithKey)}
      />
      {dialogs}
    </>
  );
}

const page: Column<StaffAdvertiser> = {
  label: "Page",
  width: 9,
  value: ({ id, name }) => (
    <Link
      to={adminPaths.advertiser(id)}
      aria-label={`Offers, revenue: ${name}`}
      className={`font-semibold ${recordLinkLook}`}
    >
      Offers, revenue
    </Link>
  ),
};

/** Actions on an advertiser's reports. */
function reports(
  onRotate: (advertiser: StaffAdvertiser) => void,
  onImport: (advertiser: StaffAdvertiser) => void,
  onTest: (advertiser: StaffAdvertiser) => void,
): Column<StaffAdvertiser> {
  const button = (
    label: string,
    what: string,
    advertiser: StaffAdvertiser,
    act: (advertiser: StaffAdvertiser) => void,
  ) => (
    <RowButton aria-label={`${what} ${advertiser.name}`} onClick={() => act(advertiser)}>
      {label}
    </RowButton>
  );
  return {
    label: "Reports",
    width: 16,
    value: (advertiser) => (
      <span className="inline-flex flex-wrap gap-1 -ms-2.5">
        {button("Import", "Import a report from", advertiser, onImport)}
        {button("Test", "Test a postback from", advertiser, onTest)}
        {button("Rotate key", "Rotate key for", advertiser, onRotate)}
      </span>
    ),
  };
}
