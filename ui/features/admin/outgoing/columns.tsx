import { LongDate, RelativeTime } from "../../../shared/ui/time.tsx";
import type { Column } from "../kind.ts";
import type { Outgoing } from "./outgoing.ts";
import { OutgoingBadge } from "./status.tsx";

/** Columns of the lists of letters and texts, after the first. */
export function outgoingColumns(inBin: boolean): Column<Outgoing>[] {
  return [
    { label: "Status", width: 7.5, cell: "status", value: ({ status }) => <OutgoingBadge status={status} /> },
    {
      label: "Send date",
      width: 10,
      value: ({ status, sentAt, scheduledAt }) => {
        const at = status === "sent" ? sentAt : status === "scheduled" ? scheduledAt : null;
        return at ? <LongDate iso={at} /> : "–";
      },
    },
    {
      label: inBin ? "Deleted" : "Changed",
      width: 8,
      sort: "updatedAt",
      downFirst: true,
      value: ({ deletedAt, updatedAt }) => <RelativeTime iso={deletedAt ?? updatedAt} />,
    },
  ];
}
