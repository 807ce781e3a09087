import { type FormEvent, useState } from "react";
import type { MessageMark, ReceivedMessage, Subscriber } from "../../../shared/api.gen.ts";
import { ApiError } from "../../../shared/api.ts";
import { LongField } from "../../../shared/form/fields.tsx";
import { Button } from "../../../shared/ui/button.tsx";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { LongDate } from "../../../shared/ui/time.tsx";
import { failed, queries, useList, write } from "../calls.ts";
import { Dialog, DialogFooter } from "../dialog.tsx";
import { TextButton, textButtonLook } from "../parts/buttons.tsx";
import { Note } from "../parts/texts.tsx";
import { SubscriberDialog } from "../subscribers/dialog.tsx";
import { stateOf, path as subscribersPath } from "../subscribers/subscriber.ts";

interface MessageDialogProps {
  message: ReceivedMessage;
  onClose: () => void;
}

/** A message, staff's note, and whether it was answered. */
export function MessageDialog({ message: opened, onClose }: MessageDialogProps) {
  const [message, setMessage] = useState(opened);
  const [note, setNote] = useState(message.note);
  const [busy, setBusy] = useState(false);
  const [person, setPerson] = useState<string | null>(null);
  const { email, answeredAt, answeredBy } = message;
  const save = async (change: Partial<MessageMark>, done: string) => {
    if (busy) return;
    setBusy(true);
    try {
      await write("PUT", `${path}/${message.id}`, { ...change, note, version: message.version });
      void showToast({ title: done });
      onClose();
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.current) showAsItIs(error.current as ReceivedMessage);
      failed(error, "Failed to save the message");
    }
  };
  // Handles an edit by someone else: what was typed stays, with the other note beside it.
  const showAsItIs = (now: ReceivedMessage) => {
    if (note === message.note) setNote(now.note);
    setMessage(now);
    void queries.invalidateQueries();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save({}, "Note saved successfully");
  };
  return (
    <>
      <Dialog title={`Message from ${nameOf(message)}`} onClose={onClose} wide>
        <p className="field-hint">
          {aboutOf(message)}, <LongDate iso={message.at} />,{" "}
          <a href={`mailto:${email}`} className={textButtonLook}>
            {email}
          </a>
          {answeredAt && (
            <>
              . Answered by {answeredBy}, <LongDate iso={answeredAt} />
            </>
          )}
          <Sender email={email} onOpen={setPerson} />
        </p>
        <p className="mt-2 mb-4 py-3 px-4 bg-sunken wrap-anywhere whitespace-pre-wrap">{message.message}</p>
        <form className="form" noValidate onSubmit={submit}>
          <LongField
            label="Note"
            hint="For staff only, but the sender can ask for a copy."
            name="note"
            rows={3}
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {message.note !== opened.note && note !== message.note && (
            <Note role="status">Someone else changed the note: {message.note || "nothing"}</Note>
          )}
          <DialogFooter>
            <Button type="submit" look="quiet" disabled={busy || note === message.note}>
              Save note
            </Button>
            {answeredAt ? (
              <Button disabled={busy} onClick={() => save({ answered: false }, "Message reopened")}>
                Reopen
              </Button>
            ) : (
              <Button disabled={busy} onClick={() => save({ answered: true }, "Message marked as answered")}>
                Mark as answered
              </Button>
            )}
          </DialogFooter>
        </form>
      </Dialog>
      {person && <SubscriberDialog id={person} onClose={() => setPerson(null)} onErased={onClose} />}
    </>
  );
}

/** The sender's newsletter state, and a link to their record. */
function Sender({ email, onOpen }: { email: string; onOpen: (id: string) => void }) {
  const [person] = useList<Subscriber>(subscribersPath, { q: email }).data ?? [];
  if (!person) return null;
  return (
    <>
      . Newsletter: <TextButton onClick={() => onOpen(person.id)}>{stateOf(person).toLowerCase()}</TextButton>
    </>
  );
}

/** Path of the collection. */
export const path = "/api/admin/messages";

export function nameOf({ firstName, lastName }: ReceivedMessage): string {
  return `${firstName} ${lastName}`;
}

const inquiries = { support: "Support", affiliate: "Affiliates", advertiser: "Advertising" };

/** The topic of a message. */
export function aboutOf({ inquiryType }: ReceivedMessage): string {
  return inquiries[inquiryType];
}
