import { type FormEvent, useState } from "react";
import type { SubscriberImport } from "../../../shared/api.gen.ts";
import { count } from "../../../shared/format.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { failed, write } from "../calls.ts";
import { Dialog } from "../dialog.tsx";
import { path } from "./subscriber.ts";

/** The most that the server takes, in bytes. */
const mostBytes = 256 * 1024 * 1024;

/** The most lines that are shown. */
const mostRows = 200;

/** Takes a list of subscribers: first it is shown what it would do. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [dry, setDry] = useState<SubscriberImport | null>(null);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async (file: File, dryRun: boolean) => {
    const form = new FormData();
    form.append("dryRun", String(dryRun));
    form.append("file", file);
    setBusy(true);
    try {
      return await write<SubscriberImport>("POST", `${path}/import`, form);
    } catch (error) {
      failed(error, "The list could not be imported.");
      return null;
    } finally {
      setBusy(false);
    }
  };
  const choose = async (file: File | null) => {
    const tooLarge = file !== null && file.size > mostBytes;
    setWrong(
      tooLarge ? "This file is larger than 256 MB. Please split it, and import the parts one after another." : "",
    );
    setFile(tooLarge ? null : file);
    setDry(null);
    if (file && !tooLarge) setDry(await send(file, true));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const done = file && (await send(file, false));
    if (!done) return;
    void showToast({ title: "Subscribers imported", text: summary(done) });
    onClose();
  };
  return (
    <Dialog wide title="Import subscribers" onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        <label className="field">
          <span className="field-label">List as CSV</span>
          <input
            type="file"
            accept=".csv,text/csv,text/plain"
            aria-describedby="import-hint"
            onChange={(event) => void choose(event.currentTarget.files?.[0] ?? null)}
          />
          <span id="import-hint" className="field-hint">
            Its first line names the columns: email, emailConsent and consentAt, and if you like firstName, lastName,
            consentSource, phone, smsConsent, smsConsentAt, topics and frequency. Exports of Mailchimp come in as they
            are; from listmonk export confirmed subscribers only, for its file does not say who left a list. Nobody is
            mailed, nobody who left is brought back, and the same list twice changes nothing.
          </span>
        </label>
        <p role="status">{wrong || (busy ? "Reading the list…" : dry && summary(dry))}</p>
        {dry && dry.refused.length > 0 && <Refused list={dry} />}
        <footer className="dialog-act">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={busy || !dry?.added}>
            {busy ? "Reading…" : `Import ${count(dry?.added ?? 0, "subscriber")}`}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

function summary({ accepted, added, refusedCount }: SubscriberImport): string {
  const n = (value: number) => value.toLocaleString("en-US");
  return `${n(added)} new, ${n(accepted - added)} subscribed already, ${n(refusedCount)} refused`;
}

function Refused({ list: { refused, refusedCount } }: { list: SubscriberImport }) {
  const shown = refused.slice(0, mostRows);
  return (
    <section
      className="overflow-x-auto max-h-80 overflow-auto [&_.sums_:is(td,th)]:align-top [&_td:first-of-type]:min-w-48"
      aria-label="Lines that are refused"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: by keyboard it is scrolled when it has the focus
      tabIndex={0}
    >
      <table className="sums of-words">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Why it is refused</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ line, reason }) => (
            <tr key={line}>
              <th scope="row">{line}</th>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {refusedCount > shown.length && (
        <p className="field-hint">and {count(refusedCount - shown.length, "line")} more</p>
      )}
    </section>
  );
}
