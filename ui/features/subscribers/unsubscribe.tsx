import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import type { Unsubscribe } from "../../shared/api.gen.ts";
import { ApiError } from "../../shared/api.ts";
import { Head } from "../../shared/head.tsx";
import { showToast } from "../../shared/ui/show-toast.ts";
import { useEid } from "./eid.ts";
import { useEnd } from "./end.ts";
import { useMainAfterStep } from "./main-after-step.ts";
import { unsubscribe, useWaiting } from "./outbox.ts";
import { UnsubscribeForm } from "./unsubscribe-form.tsx";
import { Processing, Unsubscribed } from "./unsubscribed.tsx";

const donePlace = "#done";

/** What this tab stores for donePlace, so that the URL alone reveals nothing to others. */
const leftKey = "left";

/** Unsubscribes immediately with an email's link, or with the form. */
export function Component() {
  const eid = useEid();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const waiting = useWaiting();
  // Keep the token after it leaves the URL, so that going back doesn't unsubscribe again.
  const [link, setLink] = useState<string | null>(null);
  const ended = useEnd();
  const [refusal, setRefusal] = useState(ended.refusal);
  const [left, setLeft] = useState<string | null>(null);

  /** Rejects with an ApiError if the server refuses. Until the server has the request, the outbox keeps it. */
  const leave = async (request: Unsubscribe) => {
    const taken = await unsubscribe(request);
    if (taken) {
      void showToast({ title: "Successfully Unsubscribed", text: "You have been removed from all our mailing lists." });
    }
    sessionStorage.setItem(leftKey, "left");
    navigate(donePlace, { replace: true });
  };
  const leaveByForm = async (email: string) => {
    await leave({ email });
    setLeft(email);
  };
  const leaveByLink = (token: string) => {
    setLink(token);
    leave({ eid: token }).catch((error) => {
      setLink(null);
      setRefusal(error instanceof ApiError ? error.data : "Something went wrong.");
      navigate(paths.unsubscribe, { replace: true });
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is followed once
  useEffect(() => {
    if (eid) leaveByLink(eid);
  }, [eid]);

  const said = eid === null && hash === donePlace ? sessionStorage.getItem(leftKey) : null;
  const done = ended.end === "done" || said === "left" || waiting;
  const screen = eid ? "processing" : done ? "done" : "form";
  useMainAfterStep(screen);
  return (
    <>
      <Head
        title="Unsubscribe"
        description="Unsubscribe from our emails, or get fewer of them."
        path={paths.unsubscribe}
        noindex
      />
      {screen === "processing" && <Processing />}
      {screen === "done" && <Unsubscribed waiting={waiting} link={link} email={left} />}
      {screen === "form" && <UnsubscribeForm leave={leaveByForm} refusal={refusal} />}
    </>
  );
}
