import { useState } from "react";
import { Group } from "../../../shared/form/fields.tsx";
import { attempt, write } from "../calls.ts";
import { Confirm } from "../confirm.tsx";
import { SmallButton } from "../parts/buttons.tsx";
import type { Desk, Piece } from "./piece.ts";

/** Revokes a piece's preview links. */
export function StopSharing<T extends Piece>({ desk, piece }: { desk: Desk<T>; piece: T }) {
  const [asked, setAsked] = useState(false);
  const stop = () =>
    attempt(
      () => write("DELETE", `${desk.kind.path}/${piece.id}/preview-link`),
      "We couldn’t stop sharing. Try again.",
      {
        title: "Preview sharing stopped",
        text: "Copied links no longer work.",
      },
    );
  return (
    <Group label="Preview links" hint={`A copied link shows this ${desk.kind.noun} for a week.`}>
      <p>
        <SmallButton look="quiet" onClick={() => setAsked(true)}>
          Stop sharing
        </SmallButton>
      </p>
      {asked && (
        <Confirm
          title="Stop sharing the preview"
          question="Copied links stop working right away. You can copy a new one afterward."
          act="Stop sharing"
          onConfirm={stop}
          onClose={() => setAsked(false)}
        />
      )}
    </Group>
  );
}
