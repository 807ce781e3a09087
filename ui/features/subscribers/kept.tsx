import { type ReactNode, useEffect, useState } from "react";
import type { Agreed, Deletion, Details, Preferences, PreferencesChange, Received } from "../../shared/api.gen.ts";
import { browserApi } from "../../shared/api.ts";
import { CheckField, Field } from "../../shared/form/fields.tsx";
import { SentForm } from "../../shared/form/form.tsx";
import { NameFields } from "../../shared/form/name-fields.tsx";
import { onlyWrong, wrongLine } from "../../shared/form/rules.ts";
import { useForm } from "../../shared/form/use-form.ts";
import { most, sentences } from "../../shared/sentences.ts";
import { LongDate } from "../../shared/ui/time.tsx";

interface KeptProps {
  eid: string;
  details: Details;
  onChange: (preferences: Preferences) => void;
  onDeleted: () => void;
}

/** What is stored about a link's owner, to view, correct or delete. */
export function Kept({ eid, details, onChange, onDeleted }: KeptProps) {
  return (
    <>
      <Part id="details" title="Your name and address">
        <Correct eid={eid} details={details} onChange={onChange} />
      </Part>
      <Part id="agreed" title="What you agreed to">
        <ul className="grid gap-4">
          {details.agreed.map((line) => (
            <li key={`${line.channel} ${line.action} ${line.at}`}>
              <strong>{actOf(line)}</strong> on <LongDate iso={line.at} />: “{line.wording}”
            </li>
          ))}
        </ul>
      </Part>
      <Part id="delete" title="Delete everything">
        <p>
          This deletes your details, your settings, your messages to us and any account with this address. We keep
          encrypted proof of what you agreed to for five years. You can’t undo this.
        </p>
        <Delete eid={eid} onDeleted={onDeleted} />
      </Part>
    </>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="mt-12 grid max-w-[38rem] gap-3 border-t border-line pt-6" aria-labelledby={id}>
      <h2 id={id} className="card-title">
        {title}
      </h2>
      {children}
    </section>
  );
}

function actOf({ channel, action }: Agreed): string {
  const what = channel === "sms" ? "Calls and texts" : "Emails";
  return `${what} ${action === "given" ? "agreed to" : "ended"}`;
}

function Correct({ eid, details, onChange }: Omit<KeptProps, "onDeleted">) {
  const [said, setSaid] = useState("");
  const [saves, setSaves] = useState(0);
  const form = useForm({
    check: ({ firstName, lastName, address }) =>
      onlyWrong({
        firstName: wrongLine(firstName, sentences.firstNameMissing, most.name),
        lastName: wrongLine(lastName, sentences.lastNameMissing, most.name),
        address: wrongLine(address, sentences.addressMissing, most.address),
      }),
    send: async ({ firstName, lastName, address }) => {
      const change: PreferencesChange = { eid, firstName, lastName, address };
      onChange(await browserApi.send<Preferences>("PUT", "/api/preferences", change));
      setSaves((count) => count + 1);
      setSaid("Your details have been updated.");
    },
    failure: "Failed to save your details",
    onInput: () => setSaid(""),
  });
  const { errors, ref } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields show what the server keeps
  useEffect(() => ref.current?.reset(), [saves]);
  return (
    <SentForm form={form} submit="Save details" pending="Saving..." said={said}>
      <NameFields values={{ firstName: details.firstName, lastName: details.lastName }} errors={errors} />
      <Field
        label="Address"
        name="address"
        autoComplete="off" // browsers would fill in only the street
        defaultValue={details.address}
        error={errors.address}
      />
    </SentForm>
  );
}

function Delete({ eid, onDeleted }: { eid: string; onDeleted: () => void }) {
  const form = useForm({
    check: ({ confirmed }) =>
      onlyWrong({ confirmed: confirmed ? undefined : "Check this box to confirm that you want everything deleted." }),
    send: async () => {
      const deletion: Deletion = { eid, confirmed: true };
      await browserApi.send<Received>("POST", "/api/preferences/deletion", deletion);
      onDeleted();
    },
    failure: "Failed to delete",
  });
  return (
    <SentForm form={form} submit="Delete everything" pending="Deleting...">
      <CheckField
        label="Yes, delete my details, settings, messages and account"
        name="confirmed"
        error={form.errors.confirmed}
      />
    </SentForm>
  );
}
