import { useState } from "react";
import type { Revocation, Revoked } from "../../shared/api.gen.ts";
import { ApiError } from "../../shared/api.ts";
import { Field } from "../../shared/form/fields.tsx";
import { FormProblem } from "../../shared/form/form.tsx";
import { onlyWrong } from "../../shared/form/rules.ts";
import { useForm } from "../../shared/form/use-form.ts";
import { Button } from "../../shared/ui/button.tsx";
import { write } from "./calls.ts";
import { Choice } from "./parts/toolbar.tsx";

/** Records that someone asked us, by phone or in a message, to send nothing more. */
export function Revocations() {
  const [said, setSaid] = useState("");
  const form = useForm({
    check: ({ contact }) =>
      onlyWrong({ contact: contact?.trim() ? undefined : "Please enter an email address or a phone number." }),
    send: async ({ contact = "", means }) => {
      const revocation = { [contact.includes("@") ? "email" : "phone"]: contact, means } as unknown as Revocation;
      const revoked = await write<Revoked>("POST", "/api/admin/revocations", revocation).catch(contactError);
      setSaid(sentenceOf(revoked));
      form.ref.current?.reset();
    },
    failure: "Failed to record the revocation",
    onInput: () => setSaid(""),
  });
  return (
    <section aria-labelledby="revocations-title" className="mt-8">
      <h2 id="revocations-title" className="heading">
        Revocations
      </h2>
      <p className="field-hint">
        Record it here when someone asks us to stop. An email address stops email, calls and texts; a phone number stops
        calls and texts to it. If we stop anything and can email them, we send a receipt.
      </p>
      <form
        ref={form.ref}
        className="grid gap-4 max-w-128 my-4"
        noValidate
        onSubmit={form.onSubmit}
        onInput={form.onInput}
      >
        <Field label="Email or phone number" name="contact" autoComplete="off" error={form.errors.contact} />
        <div className="flex flex-wrap gap-3 items-center">
          <Choice label="Received" name="means" defaultValue="phone">
            <option value="phone">by phone</option>
            <option value="message">in a message</option>
          </Choice>
          <Button look="quiet" type="submit" aria-disabled={form.pending || undefined}>
            Record
          </Button>
        </div>
        <FormProblem of={form} />
      </form>
      <p role="status">{said}</p>
    </section>
  );
}

/** Reports an error at the field, which accepts both an address and a number. */
function contactError(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const fields = error.fields.map(({ field, message }) => ({ field: field === "means" ? field : "contact", message }));
  throw new ApiError(error.status, error.data, fields);
}

function sentenceOf({ people, ended }: Revoked): string {
  if (people === 0) return "No match. Check for typos. If it was an email address, it’s blocked from now on.";
  if (ended.length === 0) return "Recorded. There was nothing to stop.";
  const names = ended.map((channel) => (channel === "sms" ? "calls and texts" : "email"));
  return `Recorded. Stopped: ${names.join(", ")}.`;
}
