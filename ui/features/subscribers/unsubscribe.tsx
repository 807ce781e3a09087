import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import type { Preferences, PreferencesChange, Unsubscribe } from "../../shared/api.gen.ts";
import { ApiError, browserApi, explain } from "../../shared/api.ts";
import { Field } from "../../shared/form/fields.tsx";
import { FormProblem } from "../../shared/form/form.tsx";
import { Honeypot, useRobot } from "../../shared/form/robot.tsx";
import { onlyWrong, wrongEmail } from "../../shared/form/rules.ts";
import { Sheet, SheetForm, SheetMotif } from "../../shared/form/sheet.tsx";
import { type Errors, useForm, type Values } from "../../shared/form/use-form.ts";
import { Head } from "../../shared/head.tsx";
import { useSite } from "../../shared/site.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { Motif } from "../../shared/ui/picture.tsx";
import { showToast } from "../../shared/ui/show-toast.ts";
import { linkOnItsWay, monthlyOnItsWay, requestLink, useEid, useEnd } from "./link.ts";
import { useMainAfterStep } from "./main-after-step.ts";
import { unsubscribe, useWaiting } from "./outbox.ts";

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

interface UnsubscribeFormProps {
  leave: (email: string) => Promise<void>;
  /** Why the link in an email was not accepted. */
  refusal: string | null;
}

type Act = "unsubscribe" | "monthly" | "link";

/**
 * The form for visitors who came without a link. It is a plain form, so it works without JavaScript. In that case the
 * URL has the token of an email's link, and the field stays empty.
 */
export function UnsubscribeForm({ leave, refusal }: UnsubscribeFormProps) {
  const { contact } = useSite();
  const robot = useRobot();
  const act = useRef<Act>("unsubscribe");
  const [answer, setAnswer] = useState("");
  const form = useForm({
    check: checkEmail,
    send: async (values) => {
      const email = values.email?.trim() ?? "";
      if (act.current === "unsubscribe") return leave(email);
      const monthly = act.current === "monthly";
      await requestLink({ email, frequency: monthly ? "monthly" : undefined, ...(await robot(values)) });
      setAnswer(monthly ? monthlyOnItsWay : linkOnItsWay);
    },
    failure: "Failed to send",
  });
  const choose = (next: Act) => () => {
    act.current = next;
    setAnswer("");
  };
  return (
    <Sheet>
      <div>
        <h1 className="title">Unsubscribe</h1>
        <p className="lead mt-4 max-w-[36ch]">
          Enter the address where you get our emails. We’ll take it off our list right away, no questions asked. If you
          get our texts, those stop too.
        </p>
        <SheetMotif name="envelope" />
      </div>
      <SheetForm>
        {refusal && (
          <p className="form-problem" role="alert">
            {refusal} Enter your email address here to unsubscribe, or email{" "}
            <a href={`mailto:${contact.support}`}>{contact.support}</a>.
          </p>
        )}
        <form ref={form.ref} method="post" onSubmit={form.onSubmit} onInput={form.onInput} noValidate className="form">
          <Field label="Email" name="email" type="email" autoComplete="email" error={form.errors.email} />
          <noscript>
            <p className="field-hint">If you came from a link in our email, leave this blank.</p>
          </noscript>
          <Honeypot />
          <FormProblem of={form} />
          <p className="max-w-[38rem] border-l-4 border-gold bg-sunken px-4.5 py-3.5" role="note">
            <strong>This action cannot be undone.</strong> To hear from us again, you’ll have to sign up again.
          </p>
          <p className="form-act">
            <Button type="submit" onClick={choose("unsubscribe")} aria-disabled={form.pending || undefined}>
              {form.pending && act.current === "unsubscribe" ? "Unsubscribing..." : "Unsubscribe"}
            </Button>
          </p>
          <section
            className="mt-6 needs-script grid max-w-[38rem] gap-3 border-t border-line pt-6 noscript:hidden"
            aria-labelledby="less"
          >
            <h2 id="less" className="card-title">
              Want to hear from us less?
            </h2>
            <p>Prefer one email a month, or just certain topics? We’ll send you a link to change your settings.</p>
            <p className="form-act">
              <Button type="submit" look="quiet" onClick={choose("monthly")}>
                Reduce email frequency
              </Button>
              <Button type="submit" look="quiet" onClick={choose("link")}>
                Update preferences
              </Button>
            </p>
            <p role="status">{answer}</p>
          </section>
        </form>
      </SheetForm>
    </Sheet>
  );
}

function checkEmail(values: Values): Errors {
  return onlyWrong({ email: wrongEmail(values.email) });
}

/** Shown while an email's link is being processed. */
export function Processing() {
  return (
    <div className="wrap section grid items-center gap-x-[clamp(2.5rem,6vw,6rem)] gap-y-10 md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
      <div role="status" aria-busy="true">
        <h1 className="title">Unsubscribing you…</h1>
        <p className="lead mt-4">This takes a moment.</p>
      </div>
    </div>
  );
}

interface UnsubscribedProps {
  /** The server doesn't have the request yet. This browser keeps sending it. */
  waiting: boolean;
  /** The token in the email's link. */
  link: string | null;
  /** The address entered in the form instead. */
  email: string | null;
}

/** The success screen. */
export function Unsubscribed({ waiting, link, email }: UnsubscribedProps) {
  const { siteName, contact } = useSite();
  return (
    <div className="wrap section grid items-center gap-x-[clamp(2.5rem,6vw,6rem)] gap-y-10 md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
      <div>
        <h1 className="title">{waiting ? "Not Unsubscribed Yet" : "You’ve Been Unsubscribed"}</h1>
        {!waiting && (
          <p className="lead mt-4">
            {siteName} won’t send you any more tips by email or text. If you still hear from us, please email{" "}
            <a href={`mailto:${contact.support}`}>{contact.support}</a>.
          </p>
        )}
        <p role="status">
          {waiting && (
            <span className="form-problem">
              We couldn’t reach our server, so you’re not unsubscribed yet. Keep this page open and your browser will
              keep trying. If you close it, your browser will try again the next time you visit.
            </span>
          )}
        </p>
        <p className="mt-8 flex flex-wrap gap-4">
          <ButtonLink to={paths.subscribe}>Resubscribe</ButtonLink>
          {link && (
            <ButtonLink to={paths.preferencesBy(link)} look="quiet">
              Update preferences
            </ButtonLink>
          )}
        </p>
        {!waiting && (link || email) && <LessInstead link={link} email={email ?? ""} />}
      </div>
      <Motif name="handshake" className="aspect-4/3 w-full max-w-[26rem]" />
    </div>
  );
}

/** Offers one email a month instead. It starts only after the address confirms it with a link in an email. */
function LessInstead({ link, email }: Pick<UnsubscribedProps, "link"> & { email: string }) {
  const robot = useRobot();
  const [answer, setAnswer] = useState<string | null>(null);
  const reduce = async () => {
    try {
      if (!link) {
        await requestLink({ email, frequency: "monthly", ...(await robot({})) });
        setAnswer(monthlyOnItsWay);
        return;
      }
      const change: PreferencesChange = { eid: link, frequency: "monthly", emailOn: true };
      await browserApi.send<Preferences>("PUT", "/api/preferences", change);
      setAnswer("Check your inbox. Open the link we just sent you to get one email a month instead.");
    } catch (error) {
      setAnswer(explain(error));
    }
  };
  return (
    <div className="mt-12 grid max-w-[38rem] gap-3 border-t border-line pt-6">
      <h2 className="card-title">Want to hear from us less?</h2>
      <p>Get one email a month with our best tips from the past four weeks. We’ll send you a link to confirm.</p>
      <p className="form-act">
        <Button look="quiet" onClick={reduce}>
          Reduce email frequency
        </Button>
      </p>
      <p role="status">{answer}</p>
    </div>
  );
}
