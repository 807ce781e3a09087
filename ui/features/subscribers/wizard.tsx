import { Suspense, useState } from "react";
import { type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import type { ConsentWordings, NewsletterList, Received, Signup } from "../../shared/api.gen.ts";
import { type Answer, ApiError, apiContext, browserApi, type Read, settled } from "../../shared/api.ts";
import { useRobot } from "../../shared/form/robot.tsx";
import type { Values } from "../../shared/form/use-form.ts";
import { Head } from "../../shared/head.tsx";
import { sentences } from "../../shared/sentences.ts";
import { useSite } from "../../shared/site.ts";
import { currentVisit } from "../../shared/visit.ts";
import { DetailsStep } from "./details-step.tsx";
import { Done } from "./done.tsx";
import { type Draft, useDraft } from "./draft.ts";
import { EmailStep } from "./email-step.tsx";
import { useMainAfterStep } from "./main-after-step.ts";
import { birthOf } from "./signup.ts";
import { Frame, FrameSkeleton } from "./step-frame.tsx";
import { TextsStep } from "./texts-step.tsx";

export { DetailsStep, Done, EmailStep, Frame, TextsStep }; // for the gallery

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
