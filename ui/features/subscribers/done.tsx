import { paths } from "../../paths.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";

interface DoneProps {
  /** The signup counts once the link in the mail is followed. */
  confirm: boolean;
  /** Where text alerts can be asked for; null when they were, or no longer can. */
  texts: string | null;
  answered: boolean;
}

/** The success screen. It says the same whether or not the address was known before. */
export function Done({ confirm, texts, answered }: DoneProps) {
  return (
    <div className="grid max-w-[38rem] gap-5">
      <h2 className="heading">{confirm ? "Please open your inbox" : "Your first tips are on their way"}</h2>
      {confirm ? (
        <p>
          We have sent you an email. Follow the link in it, so that we know it was you who signed up. Your first tips
          then arrive within 24 hours.
        </p>
      ) : (
        <p>
          Look for them in your inbox within 24 hours. If nothing comes, the spam folder is the place to look, and to
          tell it that we are welcome.
        </p>
      )}
      <p>We've written to you; if you were with us before, follow the link in that mail.</p>
      {answered && (
        <p>A phone number is kept with a new signup. If you were with us before, add yours by the link in that mail.</p>
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
