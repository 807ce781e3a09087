import { useState } from "react";
import { paths } from "../../paths.ts";
import type { Received } from "../../shared/api.gen.ts";
import { browserApi, explain, messageOf } from "../../shared/api.ts";
import { Head } from "../../shared/head.tsx";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { showToast } from "../../shared/ui/show-toast.ts";
import { useEid } from "./eid.ts";

/** Where the link in a confirmation mail leads. It takes a press: mail scanners follow links, and a consent is a person's. */
export function Component() {
  const eid = useEid();
  const [state, setState] = useState<"asking" | "sending" | "confirmed">("asking");
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async () => {
    if (state === "sending") return;
    setState("sending");
    setProblem(null);
    try {
      await browserApi.send<Received>("POST", "/api/subscribers/confirm", { eid });
      setState("confirmed");
    } catch (error) {
      setState("asking");
      setProblem(explain(error));
      void showToast({
        title: "Error",
        text: messageOf(error, "Failed to confirm"),
        look: "destructive",
        urgent: true,
      });
    }
  };
  const confirmed = state === "confirmed";
  return (
    <>
      <Head title="Confirm your signup" description="Confirm that it was you." path={paths.confirm} noindex />
      <div className="wrap section notice">
        <div>
          <h1 className="title">{confirmed ? "You’re on the list" : "Was it you?"}</h1>
          <p className="lead mt-4" role="status">
            {confirmed
              ? "Thank you. Your first tips arrive within 24 hours."
              : "Somebody, hopefully you, signed your address up for our weekly tips."}
          </p>
          {problem && <p className="form-problem mt-4">{problem}</p>}
          <p className="form-act mt-8">
            {confirmed ? (
              <ButtonLink to={paths.offers}>See exclusive offers</ButtonLink>
            ) : eid === null ? (
              <ButtonLink to={paths.subscribe}>Subscribe</ButtonLink>
            ) : (
              <Button
                className="needs-script"
                onClick={confirm}
                aria-disabled={!eid || state === "sending" || undefined}
              >
                {state === "sending" ? "Confirming..." : "Yes, send me the tips"}
              </Button>
            )}
          </p>
          <noscript>
            <p className="form-problem">Please turn JavaScript on to confirm your signup.</p>
          </noscript>
        </div>
        <img src="/images/steps/envelope.svg" alt="" width="800" height="600" className="picture" />
      </div>
    </>
  );
}
