import { useState } from "react";
import { Group } from "../../../shared/form/fields.tsx";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { failed, write } from "../calls.ts";
import { Confirm } from "../confirm.tsx";
import { SmallButton } from "../parts/buttons.tsx";
import type { Desk, Piece } from "./piece.ts";

/** Ends the preview links of a piece that were handed out. */
export function StopSharing<T extends Piece>({ desk, piece }: { desk: Desk<T>; piece: T }) {
  const [asked, setAsked] = useState(false);
  const stop = async () => {
    try {
      await write("DELETE", `${desk.kind.path}/${piece.id}/preview-link`);
      void showToast({ title: "The preview is no longer shared", text: "Links that were copied lead nowhere now." });
    } catch (error) {
      failed(error, "The links can’t be ended right now.");
    }
  };
  return (
    <Group label="Preview links" hint={`Each one that was copied shows this ${desk.kind.noun} for a week.`}>
      <p>
        <SmallButton look="quiet" onClick={() => setAsked(true)}>
          Stop sharing
        </SmallButton>
      </p>
      {asked && (
        <Confirm
          title="Stop sharing the preview"
          question="The links that were copied until now stop working at once. You can copy a new one after that."
          act="Stop sharing"
          onConfirm={stop}
          onClose={() => setAsked(false)}
        />
      )}
    </Group>
  );
}
