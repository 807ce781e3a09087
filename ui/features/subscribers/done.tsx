import { paths } from "../../paths.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";

interface DoneProps {
  /** The signup must be confirmed with the link in an email. */
  confirm: boolean;
  /** Where to ask for text alerts; null if they were requested or no longer can be. */
  texts: string | null;
  answered: boolean;
}

/** The success screen. It is the same whether or not the address was known. */
export function Done({ confirm, texts, answered }: DoneProps) {
  return (
    <div className="grid max-w-[38rem] gap-5">
      <h2 className="heading">{confirm ? "Check your inbox" : "Your first tips are on their way"}</h2>
      {confirm ? (
        <p>
          We sent you an email. Select the link in it to confirm that you signed up. Your first tips will arrive within
          24 hours after that.
        </p>
      ) : (
        <p>
          Look for them in your inbox within 24 hours. If you don’t see them, check your spam folder and mark our email
          as “not spam.”
        </p>
      )}
      <p>Check your inbox. If you’ve subscribed before, use the link we just sent to come back.</p>
      {answered && (
        <p>
          We save your phone number with a new signup. If you’ve subscribed before, use the link in that email to add
          it.
        </p>
      )}
      <p className="form-act mt-3">
        <ButtonLink to={paths.offers}>See exclusive offers</ButtonLink>
        {texts && (
          <ButtonLink to={texts} look="quiet">
            Get deal alerts by text
          </ButtonLink>
        )}
      </p>
    </div>
  );
}
