import { useState } from "react";
import type { ConversionImport } from "../../../shared/api.gen.ts";
import { LongField } from "../../../shared/form/fields.tsx";
import { onlyWrong } from "../../../shared/form/rules.ts";
import { useForm, valuesOf } from "../../../shared/form/use-form.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { attempt, write } from "../calls.ts";
import { Dialog, DialogForm } from "../dialog.tsx";
import { money } from "../money.ts";

interface Props {
  advertiser: { id: number; name: string };
  /** The failed postback to correct. */
  refused?: { id: number; sent: string };
  onClose: () => void;
}

/** Tests a pasted postback and records it. */
export function PostbackDialog({ advertiser, refused, onClose }: Props) {
  const [tried, setTried] = useState("");
  const send = (sent = "", dryRun: boolean) =>
    write<ConversionImport>("POST", `/api/admin/advertisers/${advertiser.id}/postbacks`, {
      sent,
      dryRun,
      refused: refused?.id,
    });
  const form = useForm({
    check: ({ sent }) => onlyWrong({ sent: sent?.trim() ? undefined : "Paste a postback." }),
    send: async ({ sent }) => {
      const done = await send(sent, false);
      void showToast({ title: "Postback recorded successfully", text: outcomeOf(done) });
      onClose();
    },
    failure: "We couldn’t record this. Try again.",
    onInput: () => setTried(""),
  });
  const test = () =>
    attempt(async () => {
      if (form.ref.current) setTried(outcomeOf(await send(valuesOf(form.ref.current).sent, true)));
    }, "We couldn’t test this. Try again.");
  return (
    <Dialog
      wide
      title={refused ? `Correct a postback from ${advertiser.name}` : `Test a postback from ${advertiser.name}`}
      onClose={onClose}
    >
      <DialogForm
        form={form}
        submit="Record"
        acts={
          <Button look="quiet" onClick={test}>
            Test
          </Button>
        }
        onClose={onClose}
      >
        <LongField
          label="Postback"
          name="sent"
          rows={4}
          spellCheck={false}
          autoComplete="off"
          defaultValue={refused?.sent}
          hint="The address the network calls, or only its parameters. A test saves nothing."
          error={form.errors.sent}
        />
        <p role="status">{tried}</p>
      </DialogForm>
    </Dialog>
  );
}

/** What a postback does, as a sentence. */
function outcomeOf({ rows: [row] }: ConversionImport): string {
  if (!row) return "";
  if (row.outcome === "refused") return `Error: ${row.reason}`;
  const what = [row.status, row.payout === null ? "payout of the offer" : money(row.payout, row.currency)].join(", ");
  switch (row.outcome) {
    case "unknown":
      return `New conversion (${what}), but we don’t know its click.`;
    case "new":
      return `New conversion: ${what}.`;
    case "update":
      return `Updates a conversion: ${what}.`;
    default:
      return "Nothing to change: this was reported before.";
  }
}
