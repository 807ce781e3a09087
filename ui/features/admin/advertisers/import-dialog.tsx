import { type FormEvent, useState } from "react";
import type { ConversionImport, ConversionImportRow, StaffAdvertiser } from "../../../shared/api.gen.ts";
import { Field } from "../../../shared/form/fields.tsx";
import { count } from "../../../shared/format.ts";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { failed, write } from "../calls.ts";
import { Dialog, DialogForm } from "../dialog.tsx";
import { money } from "../money.ts";
import { FiguresTable, Scrolling } from "../parts/figures-table.tsx";

const outcomes: Record<ConversionImportRow["outcome"], string> = {
  new: "New",
  update: "Update",
  unchanged: "Unchanged",
  unknown: "New, unknown click",
  refused: "Error",
};

/** Limit of the rows shown, refused ones first. */
const maxRows = 200;

/** Imports a network's report, after a preview of what each row does. */
export function ImportDialog({ advertiser, onClose }: { advertiser: StaffAdvertiser; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [dry, setDry] = useState<ConversionImport | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (file: File, dryRun: boolean) => {
    const form = new FormData();
    form.append("file", file);
    const query = dryRun ? "?dryRun=true" : "";
    setBusy(true);
    try {
      return await write<ConversionImport>("POST", `/api/admin/advertisers/${advertiser.id}/import${query}`, form);
    } catch (error) {
      failed(error, "We couldn’t import the report. Try again.");
      return null;
    } finally {
      setBusy(false);
    }
  };
  const choose = async (file: File | null) => {
    setFile(file);
    setDry(file && (await send(file, true)));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const done = file && (await send(file, false));
    if (!done) return;
    void showToast({ title: "Report imported successfully", text: summary(done) });
    onClose();
  };
  const changes = dry ? dry.new + dry.unknown + dry.updated : 0;
  return (
    <Dialog wide title={`Import a report from ${advertiser.name}`} onClose={onClose}>
      <DialogForm
        submit={busy ? "Reading…" : `Import ${count(changes, "row")}`}
        disabled={busy || changes === 0}
        onSubmit={submit}
        onClose={onClose}
      >
        <Field
          label="Report (CSV)"
          hint="The first line names the columns: clickid, txid, status, payout and currency, or the network’s own names. Nothing changes until you press Import, and importing the same report twice changes nothing."
          type="file"
          accept=".csv,text/csv,text/plain"
          onChange={(event) => void choose(event.currentTarget.files?.[0] ?? null)}
        />
        {dry && (
          <>
            <p role="status">{summary(dry)}</p>
            <DryRun rows={dry.rows} />
          </>
        )}
      </DialogForm>
    </Dialog>
  );
}

function summary({ new: made, updated, unchanged, unknown, refused }: ConversionImport): string {
  return `${made} new, ${updated} updated, ${unchanged} unchanged, ${unknown} with unknown clicks, ${refused} with errors`;
}

function DryRun({ rows }: { rows: ConversionImportRow[] }) {
  const first = rows.toSorted((a, b) => Number(b.outcome === "refused") - Number(a.outcome === "refused"));
  return (
    <Scrolling
      className="max-h-80 overflow-auto [&_:is(td,th)]:align-top [&_td:first-of-type]:min-w-48"
      aria-label="Preview"
    >
      <FiguresTable of="words" heads={["Line", "Result", "Status", "Payout", "Transaction", "Click"]}>
        <tbody>
          {first.slice(0, maxRows).map((row) => (
            <tr key={row.line}>
              <th scope="row">{row.line}</th>
              <td>{row.outcome === "refused" ? `Error: ${row.reason}` : outcomes[row.outcome]}</td>
              <td>{row.outcome === "refused" ? "–" : row.status}</td>
              <td>{row.outcome === "refused" || row.payout === null ? "–" : money(row.payout, row.currency)}</td>
              <td>{row.transactionId || "–"}</td>
              <td>{row.clickId || "–"}</td>
            </tr>
          ))}
        </tbody>
      </FiguresTable>
      {rows.length > maxRows && <p className="field-hint">and {count(rows.length - maxRows, "more row")}</p>}
    </Scrolling>
  );
}
