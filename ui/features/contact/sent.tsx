import { useEffect, useRef } from "react";
import { Button } from "../../shared/ui/button.tsx";

/** Replaces the form after the message was sent, and takes the focus. */
export function Sent({ onAnother }: { onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid max-w-[38rem] gap-5">
      <h2 ref={heading} tabIndex={-1} className="heading">
        We received your message
      </h2>
      <p>Thanks for writing. We’ll email you an answer within 24 hours.</p>
      <p className="form-act mt-3">
        <Button look="quiet" onClick={onAnother}>
          Send Another Message
        </Button>
      </p>
    </div>
  );
}
