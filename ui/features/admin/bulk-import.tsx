import { useState } from "react";
import type { OfferImported, OfferLine } from "../../shared/api.gen.ts";
import { ApiError } from "../../shared/api.ts";
import { CheckField, LongField } from "../../shared/form/fields.tsx";
import { count } from "../../shared/format.ts";
import { useSite } from "../../shared/site.ts";
import { Button } from "../../shared/ui/button.tsx";
import { showError, showToast } from "../../shared/ui/show-toast.ts";
import { useUser } from "../../shared/user.ts";
import { failed, write } from "./calls.ts";
import { Dialog, DialogForm } from "./dialog.tsx";
import { draftKey, keepDraft, readDraft } from "./drafts.ts";
import { money } from "./money.ts";
import { FiguresTable } from "./parts/figures-table.tsx";
import { usePlace } from "./place.ts";

interface BulkImportProps {
  /** Path of the API for this kind of offer. */
  path: string;
  /** The content page of the offers. */
  pageId?: number;
}

/** Opens the bulk import of offers. */
export function BulkImport({ path, pageId }: BulkImportProps) {
  const { place, go } = usePlace();
  return (
    <>
      <Button look="quiet" onClick={() => go({ importing: "1" })}>
        Bulk Import
      </Button>
      {place.importing && (
        <ImportDialog {...{ path, pageId }} onClose={() => go({ importing: undefined }, { replace: true })} />
      )}
    </>
  );
}

interface ImportDialogProps extends BulkImportProps {
  onClose: () => void;
}

const noUrl = "Please enter at least one URL";

/** Imports offers from lines or a table. They start inactive. If any line has an error, none is imported. */
function ImportDialog({ path, pageId, onClose }: ImportDialogProps) {
  const key = draftKey(useUser()?.email ?? "", `import ${path}`, pageId, "new");
  const [urls, setUrls] = useState(() => String(readDraft(key)?.values.urls ?? ""));
  const [wrong, setWrong] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const [duplicates, setDuplicates] = useState(false);
  const [preview, setPreview] = useState<OfferLine[] | null>(null);
  const change = (urls: string) => {
    setUrls(urls);
    setPreview(null);
    keepDraft(key, urls ? { values: { urls }, from: null } : null);
  };
  const send = async (dryRun: boolean) => {
    setWrong([]);
    if (urls.trim() === "") {
      setWrong([noUrl]);
      return showError(noUrl);
    }
    setBusy(true);
    try {
      const body = { text: urls, pageId, duplicates, dryRun };
      const { lines, imported } = await write<OfferImported>("POST", `${path}/import`, body);
      if (dryRun) {
        setPreview(lines);
        setBusy(false);
        return;
      }
      keepDraft(key, null);
      onClose();
      void showToast({
        title: "Bulk import completed successfully",
        text: `${imported.toLocaleString("en-US")} added as inactive.${passedOver(lines.length - imported)}`,
      });
    } catch (error) {
      if (error instanceof ApiError) setWrong(error.fields.map(({ message }) => message));
      failed(error, "Failed to bulk import");
      setBusy(false);
    }
  };
  return (
    <Dialog wide title="Bulk Import" onClose={onClose}>
      <DialogForm
        submit={busy ? "Importing…" : "Import"}
        disabled={busy}
        acts={
          <Button look="quiet" disabled={busy} onClick={() => send(true)}>
            Preview
          </Button>
        }
        onSubmit={() => send(false)}
        onClose={onClose}
      >
        <LongField
          label="URLs, one per line"
          hint="Or a CSV table of title, address, description, picture and payout (12.50, or 12.50 a lead). A first line can name the columns, plus partner, figure, figureNote, who, minimum, fee, ends and proof. Up to 1,000 lines. New offers stay inactive until you activate them. If any line has an error, nothing is imported. For a spreadsheet with other columns, choose Import spreadsheet under All offers."
          error={wrong.length > 0 ? "Some lines have errors, so nothing was imported." : undefined}
          name="urls"
          className="font-mono text-small whitespace-pre"
          rows={10}
          wrap="off"
          spellCheck={false}
          value={urls}
          onChange={(event) => change(event.currentTarget.value)}
        />
        {wrong.length > 0 && (
          <ul
            className="max-h-48 py-2.5 px-4 overflow-y-auto border-l-3 border-l-danger bg-sunken text-small"
            aria-label="Lines to fix"
          >
            {wrong.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        {preview && <Preview lines={preview} />}
        <CheckField
          label="Import duplicates too"
          hint="Otherwise we skip lines whose address an offer already has."
          checked={duplicates}
          onChange={(event) => setDuplicates(event.currentTarget.checked)}
        />
      </DialogForm>
    </Dialog>
  );
}

function passedOver(n: number): string {
  return n > 0 ? ` ${count(n, "duplicate")} skipped.` : "";
}

/** A preview of the lines. */
function Preview({ lines }: { lines: OfferLine[] }) {
  const { currency } = useSite();
  const doubles = lines.filter(({ duplicate }) => duplicate).length;
  return (
    <section aria-label="Preview">
      <p role="status">
        {count(lines.length, "offer")}
        {doubles > 0 && `, including ${count(doubles, "duplicate")}`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable by keyboard */}
      <div className="max-h-72 overflow-auto" tabIndex={0}>
        <FiguresTable of="words" heads={["Line", "Title", "Address", "Payout", "Notes"]}>
          <tbody>
            {lines.map(({ line, title, address, payoutModel, payoutAmount, duplicate, wrong }) => (
              <tr key={line}>
                <td>{line}</td>
                <th scope="row">{title}</th>
                <td className="break-words">{address}</td>
                <td>{payoutAmount === null ? "–" : `${money(payoutAmount, currency)} a ${payoutModel}`}</td>
                <td>{[...(duplicate ? ["Duplicate"] : []), ...wrong].join(" ")}</td>
              </tr>
            ))}
          </tbody>
        </FiguresTable>
      </div>
    </section>
  );
}
