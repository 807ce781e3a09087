import type { PieceStatus } from "../../../shared/api.gen.ts";
import { statusLabel } from "./piece.ts";

/** Where a piece is in its life. */
export function StatusBadge({ status }: { status: PieceStatus }) {
  return (
    <span className="status" data-status={status}>
      {statusLabel(status)}
    </span>
  );
}
