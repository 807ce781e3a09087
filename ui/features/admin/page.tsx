import { lazy, Suspense, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { paths } from "../../paths.ts";
import { Head } from "../../shared/head.tsx";
import { isStaff } from "../../shared/staff.ts";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useUser } from "../../shared/user.ts";
import { Frame } from "./frame.tsx";
import { Message } from "./parts/texts.tsx";

const Workspace = lazy(() => import("./workspace.tsx"));

/**
 * The admin page. Its public part is empty; the rest is loaded for staff only, and the server refuses everyone else.
 */
export function Component() {
  const { pathname } = useLocation();
  const [, , screen = "overview"] = pathname.split("/");
  return (
    <>
      <Head title={screen.charAt(0).toUpperCase() + screen.slice(1)} description="For staff." path={pathname} noindex />
      <Gate />
    </>
  );
}

function Gate() {
  const user = useUser();
  const worked = useRef(false);
  const mayEnter = user && isStaff(user.role);
  useEffect(() => {
    if (mayEnter) worked.current = true;
  }, [mayEnter]);
  if (mayEnter) {
    return (
      <Suspense fallback={<Wait />}>
        <Workspace user={user} />
      </Suspense>
    );
  }
  if (user === undefined) return <Wait />;
  return <Frame>{user ? <NoAccess email={user.email} /> : <SignedOut ended={worked.current} />}</Frame>;
}

function Wait() {
  return (
    <Frame>
      <Message title="Content" role="status" aria-label="Loading">
        <Skeleton className="mt-6 h-6 w-48" />
        <noscript>
          <p className="mt-4">Turn on JavaScript to use this page.</p>
        </noscript>
      </Message>
    </Frame>
  );
}

/**
 * The sign-in screen after a session ended. Input is kept in the browser, and signing in returns to the same screen.
 */
function SignedOut({ ended }: { ended: boolean }) {
  const { pathname, search } = useLocation();
  const signIn = (
    <a href={paths.signIn(pathname + search)} className="button" rel="nofollow">
      Sign in
    </a>
  );
  return (
    <Message title="Content" act={signIn}>
      <p className="lead mt-4" role={ended ? "alert" : undefined}>
        {ended ? "Your session has ended. Sign in again. What you typed is still here." : "Sign in to manage the site."}
      </p>
    </Message>
  );
}

function NoAccess({ email }: { email: string }) {
  const home = (
    <a href={paths.home} className="button button-quiet">
      Go to the home page
    </a>
  );
  return (
    <Message title="No access" act={home}>
      <p className="lead mt-4">You’re signed in as {email}, which isn’t a staff account.</p>
    </Message>
  );
}
