import { useMemo, useState } from "react";
import type { Conversion, RefusedPostback, StaffAdvertiser } from "../../../shared/api.gen.ts";
import { count } from "../../../shared/format.ts";
import { LongDate, RelativeTime } from "../../../shared/ui/time.tsx";
import { useList, useRead } from "../calls.ts";
import { Dialog } from "../dialog.tsx";
import type { Column } from "../kind.ts";
import { ListTable } from "../list-table.tsx";
import { money } from "../money.ts";
import { RowButton } from "../parts/buttons.tsx";
import { FiguresTable } from "../parts/figures-table.tsx";
import { Note } from "../parts/texts.tsx";
import { Choice, Find, Toolbar } from "../parts/toolbar.tsx";
import { usePlace } from "../place.ts";
import { RecordName } from "../record-row.tsx";
import { Tabs } from "../tabs.tsx";

const tabs = [
  { id: "conversions", label: "Conversions" },
  { id: "refused", label: "Failed postbacks" },
];

/** What advertisers reported, and what of it could not be taken. */
export function Conversions() {
  const { place, go } = usePlace();
  const current = place.tab === "refused" ? "refused" : "conversions";
  return (
    <Tabs
      label="Partner reports"
      tabs={tabs}
      current={current}
      onChange={(tab, replace) => go({ tab, status: undefined, q: undefined }, { replace })}
    >
      {current === "refused" ? <Refused /> : <Reported />}
    </Tabs>
  );
}

const statuses = ["pending", "approved", "rejected", "reversed"];

function Reported() {
  const { place, go } = usePlace();
  const [opened, setOpened] = useState<Conversion | null>(null);
  const columns = useMemo(() => columnsOf(setOpened), []);
  const unknown = place.status === "unknown";
  const list = useList<Conversion>("/api/admin/conversions", {
    advertiser: place.advertiser,
    status: unknown ? undefined : place.status,
    unknown: unknown || undefined,
    q: place.q,
  });
  return (
    <section aria-label="Conversions">
      <Toolbar>
        <AdvertiserChoice />
        <Choice
          label="Status"
          value={place.status ?? ""}
          onChange={(event) => go({ status: event.currentTarget.value || undefined })}
        >
          <option value="">All</option>
          {statuses.map((status) => (
            <option key={status}>{status}</option>
          ))}
          <option value="unknown">unknown click</option>
        </Choice>
        <Find label="Find" value={place.q} hint="Click or transaction ID" onFind={(q) => go({ q: q || undefined })} />
      </Toolbar>
      {unknown && (
        <Note>
          We don’t know the clicks these name, so no report counts them. They’re matched when the click arrives or the
          advertiser reports the right click ID.
        </Note>
      )}
      {list.total > 0 && <p role="status">{count(list.total, "conversion")}</p>}
      <ListTable
        list={list}
        empty="No conversions yet. They appear here when an advertiser reports them."
        label="Conversions"
        columns={columns}
        nameOf={({ id }) => `Conversion ${id}`}
        isOver={({ status }) => status === "rejected" || status === "reversed"}
      />
      {opened && <History conversion={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

function columnsOf(onOpen: (conversion: Conversion) => void): Column<Conversion>[] {
  return [
    {
      label: "Offer",
      cell: "main",
      value: ({ offer, clickDate, transactionId, event, clickId }) => (
        <RecordName
          title={clickDate === null ? "Unknown click" : offer || "Deleted offer"}
          detail={[transactionId && `transaction ${transactionId}`, event, `click ${clickId}`]
            .filter(Boolean)
            .join(", ")}
        />
      ),
    },
    { label: "Advertiser", width: 9, value: ({ advertiser }) => advertiser },
    { label: "Status", width: 7, value: ({ status }) => status },
    { label: "Payout", width: 7, figure: true, value: ({ payout, currency }) => money(payout, currency) },
    {
      label: "Clicked",
      width: 9.5,
      spare: "wide",
      value: ({ clickDate }) => (clickDate ? <LongDate iso={clickDate} /> : "–"),
    },
    { label: "Reported", width: 8.5, value: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
    {
      label: "Actions",
      width: 6,
      cell: "act",
      value: (conversion) => (
        <RowButton aria-label={`History of conversion ${conversion.id}`} onClick={() => onOpen(conversion)}>
          History
        </RowButton>
      ),
    },
  ];
}

/** What each report made of a conversion. */
function History({ conversion, onClose }: { conversion: Conversion; onClose: () => void }) {
  return (
    <Dialog title={`Conversion ${conversion.id}`} onClose={onClose}>
      <div className="overflow-x-auto">
        <FiguresTable>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">By</th>
              <th scope="col">Status</th>
              <th scope="col">Payout</th>
            </tr>
          </thead>
          <tbody>
            {conversion.changes.map(({ at, via, actor, status, payout, currency, repeated }) => (
              <tr key={at}>
                <th scope="row">
                  <RelativeTime iso={at} />
                </th>
                <td>{via === "match" ? "click matched" : actor || via}</td>
                <td>{repeated ? `${status} (repeat, no change)` : status}</td>
                <td>{money(payout, currency)}</td>
              </tr>
            ))}
          </tbody>
        </FiguresTable>
      </div>
    </Dialog>
  );
}

const refusedColumns: Column<RefusedPostback>[] = [
  { label: "Reason", cell: "main", value: ({ reason, sent }) => <RecordName title={reason} detail={sent} /> },
  { label: "Advertiser", width: 10, value: ({ advertiser }) => advertiser },
  { label: "Times", width: 5, figure: true, value: ({ times }) => times.toLocaleString("en-US") },
  { label: "Last", width: 9, value: ({ lastAt }) => <RelativeTime iso={lastAt} /> },
];

function Refused() {
  const { place } = usePlace();
  const list = useList<RefusedPostback>("/api/admin/refused-postbacks", { advertiser: place.advertiser });
  return (
    <section aria-label="Failed postbacks">
      <p className="field-hint">Postbacks with a valid key that we couldn’t process. Kept for 30 days.</p>
      <Toolbar>
        <AdvertiserChoice />
      </Toolbar>
      <ListTable
        list={list}
        empty="No failed postbacks."
        label="Failed postbacks"
        columns={refusedColumns}
        nameOf={({ id }) => `Failed postback ${id}`}
      />
    </section>
  );
}

function AdvertiserChoice() {
  const { place, go } = usePlace();
  const advertisers = useRead<StaffAdvertiser[]>("/api/admin/advertisers?limit=200&sort=name").data ?? [];
  return (
    <Choice
      label="Advertiser"
      value={place.advertiser ?? ""}
      onChange={(event) => go({ advertiser: event.currentTarget.value || undefined })}
    >
      <option value="">All</option>
      {advertisers.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choice>
  );
}
