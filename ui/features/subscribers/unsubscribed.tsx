import { useState } from "react";
import { paths } from "../../paths.ts";
import type { Preferences, PreferencesChange } from "../../shared/api.gen.ts";
import { browserApi, explain } from "../../shared/api.ts";
import { useSite } from "../../shared/site.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";

/** While the link of a mail is being followed. */
export function Processing() {
  return (
    <div className="wrap section notice">
      <div role="status" aria-busy="true">
        <h1 className="title">Unsubscribing you…</h1>
        <p className="lead mt-4">This takes a moment.</p>
      </div>
    </div>
  );
}

interface UnsubscribedProps {
  /** The server does not have the request yet; this browser keeps sending it. */
  waiting: boolean;
  /** The token of the mail that the visitor came by. */
  link: string | null;
}

/** The done screen. */
export function Unsubscribed({ waiting, link }: UnsubscribedProps) {
  const { siteName, contact } = useSite();
  return (
    <div className="wrap section notice">
      <div>
        <h1 className="title">You've Been Unsubscribed</h1>
        <p className="lead mt-4">
          {siteName} will send you no more tips. If mail from us goes on, please write to{" "}
          <a href={`mailto:${contact.support}`}>{contact.support}</a>.
        </p>
        <p role="status">
          {waiting && (
            <span className="form-problem">
              Our server could not be reached just now. Your request is kept in this browser, which sends it again by
              itself until the server has it, also when you come back later.
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
        {link && !waiting && <LessInstead link={link} />}
      </div>
      <img src="/images/steps/handshake.svg" alt="" width="800" height="600" className="picture" />
    </div>
  );
}

/** Once a month instead of never. A link from a mail may not turn mail on again, so one that may is sent. */
function LessInstead({ link }: { link: string }) {
  const [answer, setAnswer] = useState<string | null>(null);
  const reduce = async () => {
    const change: PreferencesChange = { eid: link, frequency: "monthly", emailOn: true };
    try {
      const { linkSent } = await browserApi.send<Preferences>("PUT", "/api/preferences", change);
      setAnswer(
        linkSent
          ? "We have mailed you a link. Open it to get one mail a month instead."
          : "Done: you get one mail a month instead.",
      );
    } catch (error) {
      setAnswer(explain(error));
    }
  };
  return (
    <div className="form-aside mt-12">
      <h2 className="card-title">Rather less than none?</h2>
      <p>One mail a month, with the best of four weeks.</p>
      <p className="form-act">
        <Button look="quiet" onClick={reduce}>
          Reduce email frequency
        </Button>
      </p>
      <p role="status">{answer}</p>
    </div>
  );
}
