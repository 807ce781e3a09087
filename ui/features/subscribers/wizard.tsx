import { type ReactNode, Suspense, useState } from "react";
import { type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import type { ConsentWordings, NewsletterList, Received, Signup } from "../../shared/api.gen.ts";
import { type Answer, ApiError, apiContext, browserApi, type Read, settled } from "../../shared/api.ts";
import { WithoutScript } from "../../shared/form/form.tsx";
import { useRobot } from "../../shared/form/robot.tsx";
import { Sheet, SheetForm, SheetMotif } from "../../shared/form/sheet.tsx";
import type { Values } from "../../shared/form/use-form.ts";
import { Head } from "../../shared/head.tsx";
import { sentences } from "../../shared/sentences.ts";
import { useSite } from "../../shared/site.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { currentVisit } from "../../shared/visit.ts";
import { useMainAfterStep } from "./main-after-step.ts";
import { birthOf, type Draft, useDraft } from "./signup.ts";
import { DetailsStep, EmailStep, TextsStep } from "./steps.tsx";

export { DetailsStep, EmailStep, TextsStep }; // for the gallery

/** The steps of a signup: address, details, texts, success. Each is a history entry, so Back goes back one step. */
type Step = 1 | 2 | 3 | 4;
const places = { details: "#details", texts: "#texts", done: "#done" } as const;

interface Loaded {
  wordings: Read<ConsentWordings>;
  /** The most recent newsletter, if any. */
  latest: Read<NewsletterList>;
}

export function loader({ context }: LoaderFunctionArgs): Loaded {
  const api = context.get(apiContext);
  const path = "/api/newsletters?limit=1";
  const none: Answer<NewsletterList> = { path, data: { newsletters: [], total: 0 }, total: null };
  return {
    wordings: api.get<ConsentWordings>("/api/consents"),
    latest: api.get<NewsletterList>(path).catch(() => none), // signing up works without it
  };
}

export function Component() {
  const loaded = useLoaderData<Loaded>();
  return (
    <Suspense
      fallback={
        <>
          <WizardHead title="Subscribe" />
          <FrameSkeleton />
        </>
      }
    >
      <Wizard {...loaded} />
    </Suspense>
  );
}

function WizardHead({ title }: { title: string }) {
  return (
    <Head
      title={title}
      description="Get one practical way to keep more of what you earn, by email, every week. It’s free, and you can unsubscribe anytime."
      path={paths.subscribe}
    />
  );
}

/** The page's title at each step, for screen readers and the browser's history. */
const titles: Record<Step, string> = {
  1: "Subscribe",
  2: "Subscribe: about you",
  3: "Subscribe: deal alerts by text",
  4: "Subscribe: thank you",
};

function Wizard(loaded: Loaded) {
  const wordings = settled(loaded.wordings).data;
  const [latest] = settled(loaded.latest).data.newsletters;
  const { hash } = useLocation();
  const navigate = useNavigate();
  const robot = useRobot();
  const { timezone } = useSite();
  const { draft, restored, keepValues, finish, forget } = useDraft(timezone);
  // What was sent, in memory only. The answer about text alerts is sent together with it.
  const [sent, setSent] = useState<Signup | null>(null);
  const [texts, setTexts] = useState<"open" | "answered">("open");
  const step = stepAt(hash, draft, sent !== null && texts === "open");
  const confirm = draft.done?.confirm ?? false;
  useMainAfterStep(step);

  const send = (signup: Signup) =>
    browserApi.send<Received>("POST", "/api/subscribers", { ...signup, visit: currentVisit() });
  const create = async (values: Values) => {
    const signup = { ...signupOf({ ...draft.values, ...values }, draft.source), ...(await robot(values)) };
    const answer = await send(signup).catch((error) => {
      if (saysTooYoung(error)) forget();
      throw error;
    });
    setSent(signup);
    setTexts("open");
    finish({ confirm: answer.confirm ?? false });
    navigate(places.done, { replace: true });
  };
  const addTexts = async (values: Values) => {
    if (!sent) return;
    await send({
      ...sent,
      ...(await robot(values)),
      phone: values.phone,
      tcpaConsent: Boolean(values.tcpaConsent),
      smsWording: wordings.sms.version,
    });
    setSent(null);
    setTexts("answered");
    navigate(-1);
  };

  return (
    <Frame key={`${step} ${restored}`} step={step} confirm={confirm}>
      <WizardHead title={titles[step]} />
      {step === 1 && (
        <EmailStep
          wording={wordings.email}
          latest={latest}
          values={draft.values}
          onInput={keepValues}
          onDone={(values) => {
            keepValues(values);
            navigate(places.details);
          }}
        />
      )}
      {step === 2 && (
        <DetailsStep values={draft.values} onInput={keepValues} onBack={() => navigate(-1)} send={create} />
      )}
      {step === 3 && <TextsStep wording={wordings.sms} send={addTexts} onSkip={() => navigate(-1)} />}
      {step === 4 && <Done confirm={confirm} texts={sent ? places.texts : null} answered={texts === "answered"} />}
    </Frame>
  );
}

/** The step in the URL, as far as the entered data allows. */
function stepAt(hash: string, { values, done }: Draft, mayAddTexts: boolean): Step {
  if (hash === places.details && values.emailConsent) return 2;
  if (hash === places.texts && mayAddTexts) return 3;
  if (hash !== "" && done) return 4;
  return 1;
}

/** Whether the server refused the date of birth as too young. It uses its own clock. */
function saysTooYoung(error: unknown): boolean {
  return error instanceof ApiError && error.fields.some(({ message }) => message === sentences.tooYoung);
}

function signupOf(values: Values, source: Record<string, string>): Signup {
  return {
    email: values.email ?? "",
    emailConsent: Boolean(values.emailConsent),
    emailWording: values.emailWording,
    firstName: values.firstName ?? "",
    lastName: values.lastName ?? "",
    address: values.address ?? "",
    dateOfBirth: birthOf(values),
    gender: values.gender as Signup["gender"],
    page: paths.subscribe,
    source,
  };
}

/** Numbered steps. The success screen is not counted. */
const countedSteps = 3;

const frames = {
  1: {
    picture: "envelope",
    title: "One good idea a week",
    text: "Each one comes with what it’s worth in dollars and the first step to take. In your first two weeks, you’ll also get up to three emails to help you get started. It takes two minutes to sign up and one click to leave.",
  },
  2: {
    picture: "pencil",
    title: "A little about you",
    text: "You must be at least 18 to sign up. Below the form, we explain why we ask.",
  },
  3: {
    picture: "bell",
    title: "Deal alerts by text",
    text: "Hear about the few deals that end before the next newsletter. Both the number and the texts are optional.",
  },
};

/** The success screen. An unconfirmed signup is not complete. */
function lastFrame(siteName: string, confirm: boolean) {
  return confirm
    ? { picture: "envelope", title: "Almost there", text: "One more click, and your tips are on their way." }
    : { picture: "checklist", title: "You’re on the list", text: `Thank you for joining ${siteName}.` };
}

/** A step of the signup, with what it is about next to the form. */
export function Frame({ step, confirm, children }: { step: 1 | 2 | 3 | 4; confirm: boolean; children: ReactNode }) {
  const { siteName } = useSite();
  const { picture, title, text } = step === 4 ? lastFrame(siteName, confirm) : frames[step];
  return (
    <Sheet data-step={step}>
      <div>
        {step <= countedSteps && (
          <p className="mb-[clamp(1.5rem,3vw,2.5rem)] grid max-w-80 gap-2 text-small font-semibold">
            <span>{`Step ${step} of ${countedSteps}`}</span>
            <progress value={step} max={countedSteps} aria-hidden="true" />
          </p>
        )}
        <h1 className="title">{title}</h1>
        <p className="lead mt-4 max-w-[36ch]">{text}</p>
        <SheetMotif name={picture} />
      </div>
      <SheetForm>
        <WithoutScript to="sign up" />
        {children}
      </SheetForm>
    </Sheet>
  );
}

export function FrameSkeleton() {
  return (
    <Sheet aria-busy="true">
      <div>
        <h1 className="title">{frames[1].title}</h1>
      </div>
      <SheetForm>
        <Skeleton className="h-64 w-full" />
      </SheetForm>
    </Sheet>
  );
}

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
