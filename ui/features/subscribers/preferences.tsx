import { Suspense, useEffect, useRef, useState } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { paths, search } from "../../paths.ts";
import type { ConsentWordings, Preferences } from "../../shared/api.gen.ts";
import { ApiError, apiContext, browserApi, explain, type Read, settled } from "../../shared/api.ts";
import { Field } from "../../shared/form/fields.tsx";
import { SentForm, WithoutScript } from "../../shared/form/form.tsx";
import { Honeypot, useRobot } from "../../shared/form/robot.tsx";
import { onlyWrong, wrongEmail } from "../../shared/form/rules.ts";
import { Sheet, SheetForm, SheetMotif } from "../../shared/form/sheet.tsx";
import { useForm } from "../../shared/form/use-form.ts";
import { Head } from "../../shared/head.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { Kept } from "./kept.tsx";
import { linkOnItsWay, requestLink, useEid } from "./link.ts";
import { PreferencesForm } from "./preferences-form.tsx";

export function loader({ context }: LoaderFunctionArgs) {
  return { wordings: context.get(apiContext).get<ConsentWordings>("/api/consents") };
}

/** A subscriber's preferences, for anyone with the signed link in an email. */
export function Component() {
  const { wordings } = useLoaderData<{ wordings: Read<ConsentWordings> }>();
  const eid = useEid();
  return (
    <>
      <Head title="Preferences" description="Choose what we send you." path={paths.preferences} noindex />
      <Sheet>
        <div>
          <h1 className="title">Choose what you get</h1>
          <p className="lead mt-4 max-w-[36ch]">
            Pick your topics, how often you hear from us, and whether we email or text you.
          </p>
          <SheetMotif name="checklist" />
        </div>
        <SheetForm>
          {eid === null ? (
            // No lower than Waiting, which shows until the browser has read the address.
            <div className="min-h-64">
              <LinkForm />
            </div>
          ) : (
            <Suspense fallback={<Waiting />}>
              <ByLink key={eid} eid={eid} read={wordings} />
            </Suspense>
          )}
        </SheetForm>
      </Sheet>
    </>
  );
}

/** What the server stores for `eid`, which is undefined until mounted. */
function ByLink({ eid, read }: { eid: string | undefined; read: Read<ConsentWordings> }) {
  const wordings = settled(read).data;
  const [found, setFound] = useState<Preferences | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const [deleted, setDeleted] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    if (!eid) return;
    let left = false;
    setError(null);
    browserApi.get<Preferences>(`/api/preferences${search({ eid })}`).then(
      ({ data }) => left || setFound(data),
      (reason) => left || setError(reason),
    );
    return () => {
      left = true;
    };
  }, [eid, tries]);

  if (error instanceof ApiError && error.status === 400) return <LinkForm refusal={error.data} />;
  if (error) {
    return (
      <div role="alert">
        <p className="form-problem">{explain(error)}</p>
        <p className="form-act mt-4">
          <Button onClick={() => setTries((n) => n + 1)}>Try again</Button>
        </p>
      </div>
    );
  }
  if (!eid || !found) return <Waiting />;
  if (deleted) return <Deleted />;
  return (
    <>
      <PreferencesForm eid={eid} preferences={found} wordings={wordings} onChange={setFound} />
      {found.details ? (
        <Kept eid={eid} details={found.details} onChange={setFound} onDeleted={() => setDeleted(true)} />
      ) : (
        <p className="mt-12 max-w-[38rem] border-l-4 border-gold bg-sunken px-4.5 py-3.5" role="note">
          To see what we keep about you, change your name, address or phone number, or delete everything,{" "}
          <Link to={paths.preferences}>get a personal link</Link>. The link you used is in every newsletter, so someone
          else may have it if you forwarded one.
        </p>
      )}
    </>
  );
}

function Deleted() {
  const main = useRef<HTMLHeadingElement>(null);
  useEffect(() => main.current?.focus(), []);
  return (
    <div role="status">
      <h2 ref={main} tabIndex={-1} className="heading">
        Your data has been deleted
      </h2>
      <p className="mt-4">
        We deleted your details, your settings, your messages to us and any account with this address. We keep encrypted
        proof of what you agreed to for five years. We won’t email you again unless someone enters this address on our
        site.
      </p>
    </div>
  );
}

function Waiting() {
  return (
    <div aria-busy="true">
      <noscript>
        <p className="form-problem">Turn on JavaScript to change your settings.</p>
      </noscript>
      <div className="grid gap-4 noscript:hidden">
        <span className="sr-only" role="status">
          Loading your settings
        </span>
        <Skeleton className="h-8 w-2/3" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
    </div>
  );
}

/** Requests the link to the preferences. */
export function LinkForm({ refusal }: { refusal?: string }) {
  const robot = useRobot();
  const [sent, setSent] = useState(false);
  const form = useForm({
    check: (values) => onlyWrong({ email: wrongEmail(values.email) }),
    send: async (values) => {
      await requestLink({ email: values.email?.trim() ?? "", ...(await robot(values)) });
      setSent(true);
    },
    failure: "Failed to send",
    onInput: () => setSent(false),
  });
  return (
    <>
      {refusal && (
        <p className="form-problem" role="alert">
          {refusal}
        </p>
      )}
      <WithoutScript to="change your settings" />
      <SentForm form={form} submit="Send me a link" pending="Sending..." said={sent ? linkOnItsWay : ""}>
        <Field
          label="Email"
          hint="The address where you get our emails. We’ll send a link there so only you can change your settings."
          name="email"
          type="email"
          autoComplete="email"
          required
          error={form.errors.email}
        />
        <Honeypot />
      </SentForm>
    </>
  );
}
