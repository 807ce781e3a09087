import { type FormEvent, useState } from "react";
import type { Letter } from "../../../shared/api.gen.ts";
import { Field } from "../../../shared/form/fields.tsx";
import { Button } from "../../../shared/ui/button.tsx";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { failed, write } from "../calls.ts";
import { letterKind } from "../kinds/letter.ts";

interface TestMailProps {
  letter: Letter;
  unsaved: boolean;
  onSave: () => Promise<Letter | null>;
}

/** Sends this letter to one address, to look at it where mail is read. */
export function TestMail({ letter, unsaved, onSave }: TestMailProps) {
  const [email, setEmail] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      if (unsaved && !(await onSave())) return;
      await write("POST", `${letterKind.path}/${letter.id}/test`, { email });
      void showToast({ title: `Test sent to ${email}` });
    } catch (error) {
      failed(error, "Failed to send the test");
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="letter-test" noValidate onSubmit={send}>
      <Field
        label="Send a test to"
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" look="quiet" className="button-small" disabled={busy || email.trim() === ""}>
        Send test
      </Button>
    </form>
  );
}
