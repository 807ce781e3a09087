import { Link, useSearchParams } from "react-router";
import { paths } from "../../paths.ts";
import { Head } from "../../shared/head.tsx";
import { choseOptOut, sendsGlobalPrivacyControl } from "../../shared/opt-out.ts";
import { Button } from "../../shared/ui/button.tsx";
import { useMounted } from "../../shared/ui/time.tsx";

/** Lets visitors choose what partners learn about them. It is a plain form that works without JavaScript. */
export function Component() {
  return (
    <>
      <Head
        title="Your Privacy Choices"
        description="Choose whether we may pass your details to partners, and see your current choice in this browser."
        path={paths.privacyChoices}
      />
      <div className="wrap section grid items-center gap-x-[clamp(2.5rem,6vw,6rem)] gap-y-10 md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
        <div>
          <h1 className="title">Your Privacy Choices</h1>
          <p className="lead mt-4">
            If the link that brought you here included details about you, such as your name, email address, phone
            number, date of birth, street address or ZIP code, we pass them to the partner whose offer you open. You can
            say no. Partners then get only that link’s campaign tags and a number for your click.
          </p>
          <State />
          <form method="post" action={paths.privacyChoices} className="mt-8 flex flex-wrap gap-4">
            <Button type="submit" name="choice" value="opt-out">
              Do not sell or share my personal information
            </Button>
            <Button type="submit" name="choice" value="opt-in" look="quiet">
              Allow it again
            </Button>
          </form>
          <p className="field-hint mt-4">
            We save your choice as a cookie in this browser. It doesn’t identify you, lasts 400 days and needs no
            account. If you use more than one browser, choose in each one.
          </p>
          <h2 className="heading mt-12">Your other rights</h2>
          <p className="mt-4">
            <Link to={paths.preferences}>Ask for a link by email</Link> to see what you agreed to, correct your name,
            address and phone number, or delete your data. You can also <Link to={paths.unsubscribe}>unsubscribe</Link>.
            For anything else, <Link to={paths.contact}>contact us</Link>. Our{" "}
            <Link to={paths.privacy}>privacy policy</Link> explains what we keep, why and for how long.
          </p>
        </div>
      </div>
    </>
  );
}

/**
 * The current choice. The shared HTML knows only what the form has just sent. The browser knows the rest after
 * hydration.
 */
function State() {
  const mounted = useMounted();
  const [params] = useSearchParams();
  return (
    <p
      className="mt-8 max-w-[38rem] border-l-4 border-gold bg-sunken px-4.5 py-3.5 min-h-[calc(4lh+2rem)] sm:min-h-[calc(2lh+2rem)]"
      role="status"
    >
      {mounted
        ? stateHere()
        : (saved.get(params.get("saved") ?? "") ??
          "Make your choice below. Once the page has loaded, your current choice in this browser appears here.")}
    </p>
  );
}

const out = "You’re opted out. We don’t pass details about you from this browser to partners.";
const allowed = "You’re not opted out. We pass details from your link to the partner whose offer you open.";
const saved = new Map([
  ["opt-out", out],
  ["opt-in", allowed],
]);

function stateHere(): string {
  if (sendsGlobalPrivacyControl()) {
    return "You’re opted out. Your browser sends the Global Privacy Control signal, and we honor it whatever you choose here.";
  }
  return choseOptOut() ? out : allowed;
}
