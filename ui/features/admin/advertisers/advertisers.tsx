import { useMemo, useState } from "react";
import type { AdvertiserWithKey, StaffAdvertiser } from "../../../shared/api.gen.ts";
import { failed, write } from "../calls.ts";
import { Confirm } from "../confirm.tsx";
import type { Column } from "../kind.ts";
import { advertiserKind } from "../kinds/advertiser.ts";
import { RowButton } from "../parts/buttons.tsx";
import { Records } from "../records.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { KeyDialog } from "./key-dialog.tsx";
import { PostbackDialog } from "./postback-dialog.tsx";

/** The partners that pay, each with the key of its postbacks. */
export function Advertisers({ mayEdit }: { mayEdit: boolean }) {
  const [withKey, setWithKey] = useState<AdvertiserWithKey | null>(null);
  const [rotating, setRotating] = useState<StaffAdvertiser | null>(null);
  const [testing, setTesting] = useState<StaffAdvertiser | null>(null);
  const [importing, setImporting] = useState<StaffAdvertiser | null>(null);
  const kind = useMemo(
    () =>
      mayEdit
        ? { ...advertiserKind, columns: [...advertiserKind.columns, reports(setRotating, setImporting, setTesting)] }
        : advertiserKind,
    [mayEdit],
  );
  const rotate = async ({ id }: StaffAdvertiser) => {
    try {
      setWithKey(await write<AdvertiserWithKey>("POST", `${advertiserKind.path}/${id}/rotate-key`));
    } catch (error) {
      failed(error, "Failed to rotate the key");
    }
  };
  return (
    <>
      <Records
        kind={kind}
        mayEdit={mayEdit}
        onSaved={(saved) => "postbackKey" in saved && setWithKey(saved as AdvertiserWithKey)}
      />
      {rotating && (
        <Confirm
          title="Rotate key"
          question={`Create a new key for ${rotating.name}? The current one works for 7 more days.`}
          act="Rotate key"
          onConfirm={() => rotate(rotating)}
          onClose={() => setRotating(null)}
        />
      )}
      {withKey && !rotating && <KeyDialog advertiser={withKey} onClose={() => setWithKey(null)} />}
      {testing && <PostbackDialog advertiser={testing} onClose={() => setTesting(null)} />}
      {importing && <ImportDialog advertiser={importing} onClose={() => setImporting(null)} />}
    </>
  );
}

/** What can be done about what an advertiser reports. */
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
