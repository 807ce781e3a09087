import type { Conversion } from "../../../shared/api.gen.ts";
import { Field, LongField, SelectField } from "../../../shared/form/fields.tsx";
import { FormProblem } from "../../../shared/form/form.tsx";
import { onlyWrong } from "../../../shared/form/rules.ts";
import { useForm } from "../../../shared/form/use-form.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { RelativeTime } from "../../../shared/ui/time.tsx";
import { write } from "../calls.ts";
import { Dialog, DialogFooter } from "../dialog.tsx";
import { amountOf, amountText, money } from "../money.ts";
import { FiguresTable, Scrolling } from "../parts/figures-table.tsx";

interface DialogProps {
  conversion: Conversion;
  onClose: () => void;
}

/** A conversion and its reports and, for editors, the actions on it. */
export function ConversionDialog({ conversion, mayEdit, onClose }: DialogProps & { mayEdit: boolean }) {
  return (
    <Dialog wide title={`Conversion ${conversion.id}`} onClose={onClose}>
      <History conversion={conversion} />
      {mayEdit && conversion.clickDate === null && <Match conversion={conversion} onClose={onClose} />}
      {mayEdit && <Adjust conversion={conversion} onClose={onClose} />}
    </Dialog>
  );
}

function History({ conversion }: { conversion: Conversion }) {
  return (
    <Scrolling aria-label="History">
      <FiguresTable of="words" heads={["When", "By", "Status", "Payout", "Reason"]}>
        <tbody>
          {conversion.changes.map(({ at, via, actor, reason, status, payout, currency, repeated }, index) => (
            <tr key={index}>
              <th scope="row">
                <RelativeTime iso={at} />
              </th>
              <td>{via === "match" ? `click matched ${actor && `by ${actor}`}`.trim() : actor || via}</td>
              <td>{repeated ? `${status} (repeat, no change)` : status}</td>
              <td>{money(payout, currency)}</td>
              <td className="[overflow-wrap:anywhere]">{reason || "–"}</td>
            </tr>
          ))}
        </tbody>
      </FiguresTable>
    </Scrolling>
  );
}

const statuses = [
  { value: "approved", label: "Approved" },
  { value: "pending", label: "Pending" },
  { value: "rejected", label: "Rejected" },
  { value: "reversed", label: "Reversed" },
];

/** Sets the status and the payout by hand. */
function Adjust({ conversion, onClose }: DialogProps) {
  const { id, currency, payout, updatedAt } = conversion;
  const isRefund = payout < 0;
  const form = useForm({
    check: ({ payout = "", status, reason }) =>
      onlyWrong({
        status: status ? undefined : "Choose a status.",
        payout: amountOf(payout, currency) === null ? "Enter an amount, such as 12.50." : undefined,
        reason: reason?.trim() ? undefined : "Enter a reason.",
      }),
    send: async ({ payout = "", status, reason }) => {
      const amount = (amountOf(payout, currency) ?? 0) * (isRefund ? -1 : 1);
      await write("POST", `/api/admin/conversions/${id}/adjust`, { status, payout: amount, reason, updatedAt });
      void showToast({ title: "Conversion updated successfully", text: `Conversion ${id}` });
      onClose();
    },
    failure: "We couldn’t save this. Try again.",
  });
  return (
    <form ref={form.ref} className="form mt-6" noValidate onSubmit={form.onSubmit} onInput={form.onInput}>
      <h3 className="heading border-t border-line pt-5 text-subheading">Change by hand</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Status"
          name="status"
          options={statuses}
          defaultValue={conversion.status}
          error={form.errors.status}
        />
        <Field
          label={`${isRefund ? "Refund" : "Payout"} (${currency})`}
          name="payout"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={amountText(Math.abs(payout), currency)}
          error={form.errors.payout}
        />
      </div>
      <LongField
        label="Reason"
        name="reason"
        rows={2}
        maxLength={500}
        hint="Shown in the history. If the network sends the same report again, your change stays."
        error={form.errors.reason}
      />
      <FormProblem of={form} />
      <DialogFooter>
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
        <Button type="submit" aria-disabled={form.pending || undefined}>
          Save change
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Assigns a click to a conversion whose click is unknown. */
function Match({ conversion: { id }, onClose }: DialogProps) {
  const form = useForm({
    check: ({ clickId }) => onlyWrong({ clickId: clickId?.trim() ? undefined : "Enter the click ID." }),
    send: async ({ clickId }) => {
      await write("POST", `/api/admin/conversions/${id}/match`, { clickId });
      void showToast({ title: "Conversion matched successfully", text: `Conversion ${id}` });
      onClose();
    },
    failure: "We couldn’t match this. Try again.",
  });
  return (
    <form ref={form.ref} className="form mt-6" noValidate onSubmit={form.onSubmit} onInput={form.onInput}>
      <h3 className="heading border-t border-line pt-5 text-subheading">Match to a click</h3>
      <Field
        label="Click ID"
        name="clickId"
        autoComplete="off"
        spellCheck={false}
        hint="The full ID of one of our clicks on this advertiser’s offers. Reports count the conversion from then on."
        error={form.errors.clickId}
      />
      <FormProblem of={form} />
      <div>
        <Button look="quiet" type="submit" aria-disabled={form.pending || undefined}>
          Match
        </Button>
      </div>
    </form>
  );
}
