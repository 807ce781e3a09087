import { type ReactNode, useState } from "react";
import type { AdvertiserWithKey, StaffAdvertiser } from "../../../shared/api.gen.ts";
import { attempt, write } from "../calls.ts";
import { Confirm } from "../confirm.tsx";
import { advertiserKind } from "../kinds/advertiser.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { KeyDialog } from "./key-dialog.tsx";
import { PostbackDialog } from "./postback-dialog.tsx";

/** Actions on an advertiser's reports, and their dialogs. */
export function useReports() {
  const [withKey, showKey] = useState<AdvertiserWithKey | null>(null);
  const [rotating, rotate] = useState<StaffAdvertiser | null>(null);
  const [testing, test] = useState<StaffAdvertiser | null>(null);
  const [importing, importFrom] = useState<StaffAdvertiser | null>(null);
  const rotateNow = ({ id }: StaffAdvertiser) =>
    attempt(
      async () => showKey(await write<AdvertiserWithKey>("POST", `${advertiserKind.path}/${id}/rotate-key`)),
      "Failed to rotate the key",
    );
  const dialogs: ReactNode = (
    <>
      {rotating && (
        <Confirm
          title="Rotate key"
          question={`Create a new key for ${rotating.name}? The current one works for 7 more days.`}
          act="Rotate key"
          onConfirm={() => rotateNow(rotating)}
          onClose={() => rotate(null)}
        />
      )}
      {withKey && !rotating && <KeyDialog advertiser={withKey} onClose={() => showKey(null)} />}
      {testing && <PostbackDialog advertiser={testing} onClose={() => test(null)} />}
      {importing && <ImportDialog advertiser={importing} onClose={() => importFrom(null)} />}
    </>
  );
  return { showKey, rotate, test, importFrom, dialogs };
}
