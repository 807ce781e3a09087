import { Suspense, useState } from "react";
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { paths } from "../../paths.ts";
import type { Confirmation, ConsentWordings, Received } from "../../shared/api.gen.ts";
import { ApiError, apiContext, browserApi, explain, messageOf, type Read, settled } from "../../shared/api.ts";
import { Head } from "../../shared/head.tsx";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { Motif } from "../../shared/ui/picture.tsx";
import { showToast } from "../../shared/ui/show-toast.ts";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useEid, useEnd } from "./link.ts";

export function loader({ context }: LoaderFunctionArgs) {
  return { wordings: context.get(apiContext).get<ConsentWordings>("/api/consents") };
}

/**
 * The page that the link in a confirmation email opens. It asks for a click, because mail scanners follow links and
 * only a person can consent.
 */
export function Component() {
  const { wordings } = useLoaderData<{ wordings: Read<ConsentWordings> }>();
  return (
    <>
      <Head title="Confirm your signup" description="Confirm that you signed up." path={paths.confirm} noindex />
      <div className="wrap section grid items-center gap-x-[clamp(2.5rem,6vw,6rem)] gap-y-10 md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
        <div>
          <Suspense fallback={<Skeleton className="h-24 w-full" />}>
            <Question read={wordings} />
          </Suspense>
        </div>
        <Motif name="envelope" className="aspect-4/3 w-full max-w-[26rem]" />
      </div>
    </>
  );
}

function Question({ read }: { read: Read<ConsentWordings> }) {
  const wording = settled(read).data.email;
  const eid = useEid();
  const { end, refusal } = useEnd();
  const [state, setState] = useState<"asking" | "sending" | "confirmed" | "refused">(
    end === "done" || end === "monthly" ? "confirmed" : end === "link" ? "refused" : "asking",
  );
  const [problem, setProblem] = useState(refusal);
  const asked = useSearchParams()[0].get("frequency");
  // What the link asks for and, after it is confirmed, what the server reports.
  const [frequency, setFrequency] = useState(end === "monthly" || asked === "monthly" ? "monthly" : "weekly");
  const confirm = async () => {
    if (state === "sending" || !eid) return;
    setState("sending");
    setProblem(null);
    try {
      const confirmation: Confirmation = { eid, emailWording: wording.version };
      const answer = await browserApi.send<Received>("POST", "/api/subscribers/confirm", confirmation);
      setFrequency(answer.frequency ?? "weekly");
      setState("confirmed");
    } catch (error) {
      setState(error instanceof ApiError && error.status === 400 ? "refused" : "asking");
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
  const { title, thanks, asks, yes } = frequency === "monthly" ? monthly : weekly;
  return (
    <>
      <h1 className="title">{confirmed ? title : "Is this you?"}</h1>
      <p className="lead mt-4" role="status">
        {confirmed ? thanks : asks}
      </p>
      {!confirmed && <p className="field-hint mt-4">{wording.text}</p>}
      {problem && (
        <p className="form-problem mt-4" role="alert">
          {problem}
        </p>
      )}
      <p className="form-act mt-8">
        {confirmed ? (
          <ButtonLink to={paths.offers}>See exclusive offers</ButtonLink>
        ) : state === "refused" ? (
          <ButtonLink to={paths.preferences}>Get a new link</ButtonLink>
        ) : eid === null ? (
          <ButtonLink to={paths.subscribe}>Subscribe</ButtonLink>
        ) : (
          <Button
            className="needs-script noscript:hidden"
            onClick={confirm}
            aria-disabled={!eid || state === "sending" || undefined}
          >
            {state === "sending" ? "Confirming..." : yes}
          </Button>
        )}
      </p>
      {state === "asking" && (
        <noscript>
          <form method="post" className="form">
            <input type="hidden" name="emailWording" value={wording.version} />
            <Button type="submit">{yes}</Button>
          </form>
        </noscript>
      )}
    </>
  );
}

const weekly = {
  title: "You’re on the list",
  thanks: "Thank you. Your first tips will arrive within 24 hours.",
  asks: "Someone, hopefully you, signed up for our tips with your email address.",
  yes: "Yes, send me the tips",
};

const monthly = {
  title: "You’re set for one email a month",
  thanks: "Thank you. Once a month, we’ll send you our best tips from the past four weeks.",
  asks: "Someone, hopefully you, asked to get one email a month at your address.",
  yes: "Yes, once a month",
};
