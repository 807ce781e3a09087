import { type FormEvent, useState } from "react";
import { Field } from "../../../shared/form/fields.tsx";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { useAttempt, write } from "../calls.ts";
import { SmallButton } from "../parts/buttons.tsx";

interface TestSendProps {
  /** Path in the API. */
  path: string;
  /** The recipient's field in the API, and its input. */
  to: { name: "email" | "phone"; label: string; type: "email" | "tel"; autoComplete: string };
  /** The user's own address, if known. */
  own?: string;
  unsaved: boolean;
  onSave: () => Promise<unknown>;
}

/** Sends a campaign to the user's own address or number, as a test. */
export function TestSend({ path, to, own = "", unsaved, onSave }: TestSendProps) {
  const [typed, setTyped] = useState<string>();
  const value = typed ?? own;
  const { busy, attempt } = useAttempt();
  const send = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      if (unsaved && !(await onSave())) return;
      await write("POST", `${path}/test`, { [to.name]: value });
      void showToast({ title: `Test sent to ${value}` });
    }, "Failed to send the test");
  };
  return (
    <form className="grid gap-3 justify-items-start [&>.field]:w-full" noValidate onSubmit={send}>
      <Field
        label={to.label}
        type={to.type}
        autoComplete={to.autoComplete}
        value={value}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <SmallButton type="submit" look="quiet" disabled={busy || value.trim() === ""}>
        Send test
      </SmallButton>
    </form>
  );
}
