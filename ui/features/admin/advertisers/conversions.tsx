import { useMemo, useState } from "react";
import { Link } from "react-router";
import { search } from "../../../paths.ts";
import { adminPaths } from "../../../shared/admin-paths.ts";
import type { Conversion, ConversionTotal, RefusedPostback } from "../../../shared/api.gen.ts";
import { count } from "../../../shared/format.ts";
import { LongDate, RelativeTime } from "../../../shared/ui/time.tsx";
import { useList, useRead } from "../calls.ts";
import { Download } from "../download.tsx";
import type { Column } from "../kind.ts";
import { ListTable } from "../list-table.tsx";
import { money } from "../money.ts";
import { RowButton } from "../parts/buttons.tsx";
import { Filter } from "../parts/filter.tsx";
import { Note } from "../parts/texts.tsx";
import { Entry, Find, Toolbar } from "../parts/toolbar.tsx";
import { usePlace } from "../place.ts";
import { RecordName, recordLinkLook } from "../record-row.tsx";
import { Tabs } from "../tabs.tsx";
import { AdvertiserChoice } from "./advertiser-choice.tsx";
import { ConversionDialog } from "./conversion-dialog.tsx";
import { PostbackDialog } from "./postback-dialog.tsx";

const tabs = [
  { id: "conversions", label: "Conversions" },
  { id: "refused", label: "Failed postbacks" },
];

/** Conversions reported by advertisers, and refused postbacks. */
export function Conversions({ mayEdit }: { mayEdit: boolean }) {
  const { place, go } = usePlace();
  const current = place.tab === "refused" ? "refused" : "conversions";
  return (
    <Tabs
      label="Partner reports"
      tabs={tabs}
      current={current}
      onChange={(tab, replace) =>
        go({ tab, status: undefined, q: undefined, start: undefined, end: undefined }, { replace })
      }
    >
      {current === "refused" ? <Refused mayEdit={mayEdit} /> : <Reported mayEdit={mayEdit} />}
    </Tabs>
  );
}

const statuses: [value: string, label: string][] = [
  ["pending", "pending"],
  ["approved", "approved"],
  ["rejected", "rejected"],
  ["reversed", "reversed"],
  ["unknown", "unknown click"],
];

function Reported({ mayEdit }: { mayEdit: boolean }) {
  const { place, go } = usePlace();
  const [opened, setOpened] = useState<Conversion | null>(null);
  const columns = useMemo(() => columnsOf(setOpened, mayEdit), [mayEdit]);
  const unknown = place.status === "unknown";
  const filter = {
    advertiser: place.advertiser,
    status: unknown ? undefined : place.status,
    unknown: unknown || undefined,
    q: place.q,
    from: place.start,
    to: place.end,
  };
  const list = useList<Conversion>("/api/admin/conversions", filter);
  const totals = useRead<ConversionTotal[]>(`/api/admin/conversions/totals${search(filter)}`).data ?? [];
  const close = () => {
    setOpened(null);
    list.reload(); // a report may have changed it meanwhile
  };
  return (
    <section aria-label="Conversions">
      <Toolbar look="fields">
        <AdvertiserChoice />
        <Filter label="Status" name="status" of={statuses} />
        <Find label="Find" value={place.q} hint="Click or transaction ID" onFind={(q) => go({ q: q || undefined })} />
        <Entry
          label="From"
          type="date"
          value={place.start ?? ""}
          onChange={(event) => go({ start: event.currentTarget.value || undefined }, { replace: true })}
        />
        <Entry
          label="To"
          type="date"
          value={place.end ?? ""}
          onChange={(event) => go({ end: event.currentTarget.value || undefined }, { replace: true })}
        />
        <Download path={`/api/admin/conversions/export${search(filter)}`} name="conversions" />
      </Toolbar>
      {unknown && (
        <Note>
          These name a click we don’t know, so reports leave them out. They count once the click arrives, the advertiser
          reports the right click ID, or you match them to a click.
        </Note>
      )}
      {list.total > 0 && (
        <p role="status">
          {count(list.total, "report")}
          {totals.map(({ status, currency, conversions, payout }) => (
            <span key={status + currency}>
              {" · "}
              {conversions.toLocaleString("en-US")} {status}, {money(payout, currency)}
            </span>
          ))}
        </p>
      )}
      <ListTable
        list={list}
        empty="No conversions yet. They appear here when an advertiser reports them."
        label="Conversions"
        columns={columns}
        nameOf={({ id }) => `Conversion ${id}`}
        isOver={({ status }) => status === "rejected" || status === "reversed"}
      />
      {opened && <ConversionDialog conversion={opened} mayEdit={mayEdit} onClose={close} />}
    </section>
  );
}

function columnsOf(onOpen: (conversion: Conversion) => void, mayEdit: boolean): Column<Conversion>[] {
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
    {
      label: "Advertiser",
      width: 9,
      value: ({ advertiser, advertiserId }) => (
        <Link to={adminPaths.advertiser(advertiserId)} className={recordLinkLook}>
          {advertiser}
        </Link>
      ),
    },
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
        <RowButton
          aria-label={mayEdit ? `Open conversion ${conversion.id}` : `History of conversion ${conversion.id}`}
          onClick={() => onOpen(conversion)}
        >
          {mayEdit ? "Open" : "History"}
        </RowButton>
      ),
    },
  ];
}

const refusedColumns: Column<RefusedPostback>[] = [
  { label: "Reason", cell: "main", value: ({ reason, sent }) => <RecordName title={reason} detail={sent} /> },
  { label: "Advertiser", width: 10, value: ({ advertiser }) => advertiser },
  { label: "Times", width: 5, figure: true, value: ({ times }) => times.toLocaleString("en-US") },
  { label: "Last", width: 9, value: ({ lastAt }) => <RelativeTime iso={lastAt} /> },
];

function Refused({ mayEdit }: { mayEdit: boolean }) {
  const { place } = usePlace();
  const [opened, setOpened] = useState<RefusedPostback | null>(null);
  const list = useList<RefusedPostback>("/api/admin/refused-postbacks", { advertiser: place.advertiser });
  const columns = useMemo(() => (mayEdit ? [...refusedColumns, correctColumn(setOpened)] : refusedColumns), [mayEdit]);
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
        columns={columns}
        nameOf={({ id }) => `Failed postback ${id}`}
      />
      {opened && (
        <PostbackDialog
          advertiser={{ id: opened.advertiserId, name: opened.advertiser }}
          refused={opened}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}

function correctColumn(onOpen: (postback: RefusedPostback) => void): Column<RefusedPostback> {
  return {
    label: "Actions",
    width: 6,
    cell: "act",
    value: (postback) => (
      <RowButton aria-label={`Correct failed postback ${postback.id}`} onClick={() => onOpen(postback)}>
        Correct
      </RowButton>
    ),
  };
}
