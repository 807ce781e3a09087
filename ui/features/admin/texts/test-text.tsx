import { type FormEvent, useState } from "react";
import type { TextAlert } from "../../../shared/api.gen.ts";
import { Field } from "../../../shared/form/fields.tsx";
import { Button } from "../../../shared/ui/button.tsx";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { failed, write } from "../calls.ts";
import { textKind } from "../kinds/text.ts";

interface TestTextProps {
  text: TextAlert;
  unsaved: boolean;
  onSave: () => Promise<TextAlert | null>;
}

/** Sends this text to one’s own number. */
export function TestText({ text, unsaved, onSave }: TestTextProps) {
  const [phone, setPhone] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      if (unsaved && !(await onSave())) return;
      await write("POST", `${textKind.path}/${text.id}/test`, { phone });
      void showToast({ title: `Test sent to ${phone}` });
    } catch (error) {
      failed(error, "Failed to send the test");
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="letter-test" noValidate onSubmit={send}>
      <Field
        label="Send a test to your own number"
        type="tel"
        autoComplete="tel-national"
        value={phone}
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
      <Button type="submit" look="quiet" className="button-small" disabled={busy || phone.trim() === ""}>
        Send test
      </Button>
    </form>
  );
}
