import { useState } from "react";
import { paths } from "../../paths.ts";
import type { Preferences, PreferencesChange } from "../../shared/api.gen.ts";
import { browserApi, explain } from "../../shared/api.ts";
import { useRobot } from "../../shared/form/robot.tsx";
import { useSite } from "../../shared/site.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { Motif } from "../../shared/ui/picture.tsx";
import { monthlyOnItsWay, requestLink } from "./link-request.ts";

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
