import { useEffect, useRef } from "react";
import { Button } from "../../shared/ui/button.tsx";

/** In the form's place once the message is there; the focus moves with it. */
export function Sent({ onAnother }: { onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid max-w-[38rem] gap-5">
      <h2 ref={heading} tabIndex={-1} className="heading">
        Your message was received
      </h2>
      <p>Thank you for writing. We will answer within 24 hours, to the address that you gave.</p>
      <p className="form-act mt-3">
        <Button look="quiet" onClick={onAnother}>
          Send Another Message
        </Button>
      </p>
    </div>
  );
}
