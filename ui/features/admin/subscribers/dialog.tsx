import { type FormEvent, useState } from "react";
import type { ConsentEntry, SubscriberDetails } from "../../../shared/api.gen.ts";
import { ApiError } from "../../../shared/api.ts";
import { Field } from "../../../shared/form/fields.tsx";
import { count, machineTime } from "../../../shared/format.ts";
import { useSite } from "../../../shared/site.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { LongDate } from "../../../shared/ui/time.tsx";
import { failed, useAttempt, useRead, write } from "../calls.ts";
import { Dialog, DialogFooter } from "../dialog.tsx";
import { DangerButton } from "../parts/buttons.tsx";
import { LogEntry, Subheading } from "../parts/texts.tsx";
import { Problem, Rows } from "../states.tsx";
import { isLiftable, nameOf, path, stateOf } from "./subscriber.ts";

interface SubscriberDialogProps {
  id: string;
  onClose: () => void;
  /** Called instead of onClose when the person was erased. */
  onErased?: () => void;
}

/** A subscriber: the state, the consents, and staff's actions. */
export function SubscriberDialog({ id, onClose, onErased = onClose }: SubscriberDialogProps) {
  const [erasing, setErasing] = useState<SubscriberDetails | null>(null);
  return (
    <>
      <Person id={id} erasing={erasing !== null} onErase={setErasing} onClose={onClose} />
      {erasing && <Erase person={erasing} onClose={() => setErasing(null)} onErased={onErased} />}
    </>
  );
}

interface PersonProps extends SubscriberDialogProps {
  /** The person is being erased, so don't refetch. */
  erasing: boolean;
  onErase: (person: SubscriberDetails) => void;
}

function Person({ id, erasing, onErase, onClose }: PersonProps) {
  const { data, error, reload } = useRead<SubscriberDetails>(erasing ? null : `${path}/${id}`, { keepLast: true });
  return (
    <Dialog title={data?.email ?? "Subscriber"} onClose={onClose} wide>
      {error ? (
        <Problem error={error} onRetry={reload} />
      ) : !data ? (
        <Rows />
      ) : (
        <>
          <Details person={data} />
          <Ledger entries={data.consents} />
          <DialogFooter>
            <DangerButton onClick={() => onErase(data)}>Erase</DangerButton>
            {data.state === "pending" && <Resend id={id} />}
            {isLiftable(data) && <Lift id={id} />}
            <Button look="quiet" onClick={onClose}>
              Done
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

function Details({ person }: { person: SubscriberDetails }) {
  const { phone, smsAllowed, frequency, topics, createdAt, leftAt, linkMailedAt } = person;
  const { suppressedAt, softBounces, softBouncedAt } = person;
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-5 gap-y-1 mb-6 [&>dt]:text-muted [&>dd]:wrap-anywhere">
      <dt>Name</dt>
      <dd>{nameOf(person) || "–"}</dd>
      <dt>Status</dt>
      <dd>{stateOf(person)}</dd>
      {suppressedAt && (
        <>
          <dt>No email since</dt>
          <dd>
            <LongDate iso={suppressedAt} />
          </dd>
        </>
      )}
      {softBouncedAt && (
        <>
          <dt>Temporary bounces</dt>
          <dd>
            {count(softBounces, "email")}, last on <LongDate iso={softBouncedAt} />
          </dd>
        </>
      )}
      <dt>Newsletter</dt>
      <dd>
        {frequency}, {topics.length > 0 ? topics.join(", ") : "all topics"}
      </dd>
      <dt>Phone</dt>
      <dd>{[phone || "–", smsAllowed ? "gets texts" : "no texts"].join(", ")}</dd>
      <dt>Signed up</dt>
      <dd>
        <LongDate iso={createdAt} />
      </dd>
      {linkMailedAt && (
        <>
          <dt>Link sent</dt>
          <dd>
            <LongDate iso={linkMailedAt} />
          </dd>
        </>
      )}
      {leftAt && (
        <>
          <dt>Unsubscribed</dt>
          <dd>
            <LongDate iso={leftAt} />
          </dd>
        </>
      )}
    </dl>
  );
}

function Resend({ id }: { id: string }) {
  const { busy, attempt } = useAttempt();
  const resend = () =>
    attempt(() => write("POST", `${path}/${id}/confirmation`), "Failed to send the link", {
      title: "Confirmation link is on its way",
    });
  return (
    <Button look="quiet" disabled={busy} onClick={resend}>
      Resend confirmation
    </Button>
  );
}

function Lift({ id }: { id: string }) {
  const { busy, attempt } = useAttempt();
  const lift = () =>
    attempt(() => write("DELETE", `${path}/${id}/suppression`), "Failed to resume email", {
      title: "Email to this address resumed",
    });
  return (
    <Button look="quiet" disabled={busy} onClick={lift}>
      Resume email
    </Button>
  );
}

interface EraseProps {
  person: SubscriberDetails;
  onClose: () => void;
  onErased: () => void;
}

function Erase({ person: { id, email }, onClose, onErased }: EraseProps) {
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const erase = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await write("POST", `${path}/${id}/erasure`, { email: typed });
      void showToast({ title: "Subscriber erased" });
      onErased();
    } catch (error) {
      setBusy(false);
      const field = error instanceof ApiError ? error.fields[0] : undefined;
      if (field) setWrong(field.message);
      else failed(error, "Failed to erase the subscriber");
    }
  };
  return (
    <Dialog title={`Erase ${email}`} onClose={onClose}>
      <form className="form" noValidate onSubmit={erase}>
        <p>
          This permanently deletes the person’s profile, messages and account. Proof of consent stays encrypted for as
          long as someone could sue over it.
        </p>
        <Field
          label="Type the email address to confirm"
          name="email"
          type="email"
          autoComplete="off"
          error={wrong}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWrong("");
          }}
        />
        <DialogFooter>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <DangerButton type="submit" disabled={busy}>
            Erase for good
          </DangerButton>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

const channels = { email: "Email", sms: "Calls and texts" };

/** All consents and withdrawals, oldest first. */
export function Ledger({ entries }: { entries: ConsentEntry[] }) {
  const { timezone } = useSite();
  const when = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: timezone });
  return (
    <section aria-labelledby="ledger-title">
      <Subheading id="ledger-title" as="h3">
        Consents
      </Subheading>
      {entries.length === 0 ? (
        <p className="field-hint">No consent given or withdrawn.</p>
      ) : (
        <ol>
          {entries.map((entry) => (
            <LogEntry key={entry.at + entry.channel}>
              <p>
                <strong>{channels[entry.channel]}</strong> {entry.action}, {entry.evidence.destination}
              </p>
              <p className="text-muted text-small">
                <time dateTime={machineTime(entry.at)}>{when.format(new Date(entry.at))}</time> · {entry.page}
              </p>
              <Proof entry={entry} />
            </LogEntry>
          ))}
        </ol>
      )}
    </section>
  );
}

function Proof({ entry: { wording, version, evidence } }: { entry: ConsentEntry }) {
  const { means, address, userAgent, source } = evidence;
  return (
    <details>
      <summary>Wording and proof</summary>
      <p>“{wording}”</p>
      <p className="field-hint">
        {[
          version,
          means && `told us by ${means}`,
          address && `from ${address}`,
          userAgent,
          ...Object.entries(source ?? {}).map(([name, value]) => `${name}=${value}`),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </details>
  );
}
