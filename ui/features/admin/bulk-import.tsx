import { type FormEvent, useState } from "react";
import { ApiError } from "../../shared/api.ts";
import { LongField } from "../../shared/form/fields.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { showToast } from "../../shared/ui/show-toast.ts";
import { failed, write } from "./calls.ts";
import { draftKey, keepDraft, readDraft } from "./drafts.ts";
import { usePlace } from "./place.ts";

/** Opens the import of many offers at once. */
export function BulkImport({ pageId, onImported }: { pageId: number; onImported: () => void }) {
  const { place, go } = usePlace();
  return (
    <>
      <Button look="quiet" onClick={() => go({ importing: "1" })}>
        Bulk Import
      </Button>
      {place.importing && (
        <ImportDialog
          pageId={pageId}
          onImported={onImported}
          onClose={() => go({ importing: undefined }, { replace: true })}
        />
      )}
    </>
  );
}

interface ImportDialogProps {
  pageId: number;
  onImported: () => void;
  onClose: () => void;
}

/** One address a line: all of them become offers that are not active yet, or none does. */
function ImportDialog({ pageId, onImported, onClose }: ImportDialogProps) {
  const key = draftKey("import", pageId, "new");
  const [urls, setUrls] = useState(() => String(readDraft(key)?.values.urls ?? ""));
  const [wrong, setWrong] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const change = (urls: string) => {
    setUrls(urls);
    keepDraft(key, urls ? { values: { urls }, from: null } : null);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setWrong([]);
    if (urls.trim() === "") return refuse(["Please enter at least one URL"]);
    setBusy(true);
    try {
      const { imported } = await write<{ imported: number }>("POST", "/api/content/bulk-import", { urls, pageId });
      keepDraft(key, null);
      onClose();
      onImported();
      void showToast({
        title: "Bulk import completed successfully",
        text: `${imported.toLocaleString("en-US")} added, not active yet.`,
      });
    } catch (error) {
      if (error instanceof ApiError) setWrong(error.fields.map(({ message }) => message));
      failed(error, "Failed to bulk import");
      setBusy(false);
    }
  };
  const refuse = (sentences: string[]) => {
    setWrong(sentences);
    void showToast({ title: "Error", text: sentences[0], look: "destructive", urgent: true });
  };
  return (
    <Dialog wide title="Bulk Import" onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        <LongField
          label="URLs, one per line"
          hint="At most 1,000. Each becomes an offer titled by its host, inactive until you have looked at it. Nothing is imported unless every line is good."
          error={wrong.length > 0 ? "Nothing was imported." : undefined}
          name="urls"
          className="urls"
          rows={10}
          wrap="off"
          spellCheck={false}
          value={urls}
          onChange={(event) => change(event.currentTarget.value)}
        />
        {wrong.length > 0 && (
          <ul className="line-errors" aria-label="Lines to correct">
            {wrong.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        <footer className="dialog-act">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={busy}>
            {busy ? "Importing…" : "Import"}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
