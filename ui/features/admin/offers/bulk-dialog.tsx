import { type ReactNode, useState } from "react";
import type { AnyOffer, OffersChanged, StaffAdvertiser } from "../../../shared/api.gen.ts";
import { Field, Group, Options } from "../../../shared/form/fields.tsx";
import { onlyWrong } from "../../../shared/form/rules.ts";
import { useForm, type Values } from "../../../shared/form/use-form.ts";
import { count } from "../../../shared/format.ts";
import { useSite } from "../../../shared/site.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { queries, useRead, write } from "../calls.ts";
import { TimeField } from "../date-fields.tsx";
import { Dialog, DialogFooter, DialogForm } from "../dialog.tsx";
import { amountOf } from "../money.ts";
import { isWhole } from "../zoned.ts";

/** Most that one call takes. */
const mostAtOnce = 500;

interface BulkDialogProps {
  offers: AnyOffer[];
  onClose: () => void;
}

/** Changes many offers at once, and names those that stayed as they were. */
export function BulkDialog({ offers, onClose }: BulkDialogProps) {
  const { currency } = useSite();
  const advertisers = useRead<StaffAdvertiser[]>("/api/admin/advertisers?limit=200&sort=name").data ?? [];
  const [pays, setPays] = useState("");
  const [end, setEnd] = useState("");
  const [endsAt, setEndsAt] = useState("");
  const [refused, setRefused] = useState<OffersChanged["refused"]>([]);
  const isPaid = pays !== "" && pays !== none;
  const form = useForm({
    check: ({ payoutAmount = "", payoutCurrency = "", ...rest }) =>
      onlyWrong({
        isActive: chosen(rest) ? undefined : "Choose what to change.",
        payoutAmount:
          isPaid && (payoutAmount || pays === "click") && !amountOf(payoutAmount, codeOf(payoutCurrency))
            ? "Enter an amount, such as 12.50."
            : undefined,
        endsAt: end === "at" && !isWhole(endsAt) ? "Enter a date and time." : undefined,
      }),
    send: async (values) => {
      const set = changesOf(values, endsAt);
      const refused: OffersChanged["refused"] = [];
      for (let i = 0; i < offers.length; i += mostAtOnce) {
        const body = { offers: offers.slice(i, i + mostAtOnce).map(({ id, version }) => ({ id, version })), set };
        refused.push(...(await write<OffersChanged>("POST", "/api/admin/all-offers/batch", body)).refused);
      }
      void queries.invalidateQueries();
      const changed = offers.length - refused.length;
      if (refused.length > 0) return setRefused(refused);
      void showToast({ title: "Offers updated successfully", text: count(changed, "offer") });
      onClose();
    },
    failure: "We couldn’t change these offers. Try again.",
  });
  if (refused.length > 0) return <RefusedOffers {...{ offers, refused, onClose }} />;
  return (
    <Dialog title={`Edit ${count(offers.length, "offer")}`} onClose={onClose}>
      <DialogForm form={form} submit={form.pending ? "Saving…" : "Save"} onClose={onClose}>
        <Change label="Advertiser" name="advertiserId" error={form.errors.advertiserId}>
          <option value={none}>None</option>
          <Options of={advertisers.map(({ id, name }) => [id, name])} />
        </Change>
        <Change label="Payout for" name="payoutModel" error={form.errors.payoutModel} onChange={setPays}>
          <option value={none}>Nothing</option>
          <option value="click">Each click</option>
          <option value="lead">Each lead</option>
          <option value="sale">Each sale</option>
        </Change>
        {isPaid && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="Payout"
              name="payoutAmount"
              inputMode="decimal"
              autoComplete="off"
              hint={pays === "click" ? undefined : "Leave empty to keep the amount of each offer."}
              error={form.errors.payoutAmount}
            />
            <Field
              label="Currency"
              name="payoutCurrency"
              maxLength={3}
              autoComplete="off"
              spellCheck={false}
              defaultValue={currency}
              error={form.errors.payoutCurrency}
            />
          </div>
        )}
        <Change label="End" name="end" onChange={setEnd}>
          <option value={none}>No end</option>
          <option value="at">On a date</option>
        </Change>
        {end === "at" && (
          <TimeField label="Ends" name="endsAt" value={endsAt} error={form.errors.endsAt} onChange={setEndsAt} />
        )}
        <Change label="Status" name="isActive" error={form.errors.isActive}>
          <option value="on">On</option>
          <option value="off">Off</option>
        </Change>
      </DialogForm>
    </Dialog>
  );
}

const none = "none";

const codeOf = (text: string) => text.trim().toUpperCase();

function chosen({ advertiserId, payoutModel, end, isActive }: Values): boolean {
  return Boolean(advertiserId || payoutModel || end || isActive);
}

/** What is to change, as the call takes it. */
function changesOf(values: Values, endsAt: string): Record<string, unknown> {
  const { advertiserId, payoutModel, payoutAmount = "", payoutCurrency = "", end, isActive } = values;
  const code = codeOf(payoutCurrency);
  return {
    ...(advertiserId && { advertiserId: advertiserId === none ? null : Number(advertiserId) }),
    ...(payoutModel === none && { payoutModel: null, payoutAmount: null }),
    ...(payoutModel && payoutModel !== none && { payoutModel }),
    ...(payoutAmount && { payoutAmount: amountOf(payoutAmount, code), payoutCurrency: code }),
    ...(end && { endsAt: end === none ? null : endsAt }),
    ...(isActive && { isActive: isActive === "on" }),
  };
}

interface ChangeProps {
  label: string;
  name: string;
  error?: string;
  onChange?: (value: string) => void;
  children: ReactNode;
}

/** What becomes of one field; at first, nothing. */
function Change({ label, name, error, onChange, children }: ChangeProps) {
  return (
    <Group label={label} error={error}>
      <select
        aria-label={label}
        name={name}
        defaultValue=""
        aria-invalid={error ? true : undefined}
        onChange={(event) => onChange?.(event.currentTarget.value)}
      >
        <option value="">No change</option>
        {children}
      </select>
    </Group>
  );
}

/** Those that stayed as they were, each with the reason. */
function RefusedOffers({ offers, refused, onClose }: BulkDialogProps & Pick<OffersChanged, "refused">) {
  const titles = new Map(offers.map(({ id, title }) => [id, title]));
  return (
    <Dialog title={`${refused.length} of ${count(offers.length, "offer")} not changed`} onClose={onClose}>
      <ul className="grid gap-2" role="alert">
        {refused.map(({ id, message }) => (
          <li key={id} className="border-t border-line pt-2 wrap-anywhere">
            <strong>{titles.get(id) ?? id}</strong>: {message}
          </li>
        ))}
      </ul>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}
