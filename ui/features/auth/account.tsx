import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { paths } from "../../paths.ts";
import { useSite } from "../../shared/site.ts";
import { useUser } from "../../shared/user.ts";

const ProfileMenu = lazy(() => import("./profile-menu.tsx"));

/**
 * The header's account area. The page is the same for everyone, so the signed-in user appears after it has loaded.
 * Until then, ui/start.ts marks the page if a user may be signed in, and CSS shows one or the other.
 */
export function Account({ inPanel = false }: { inPanel?: boolean }) {
  const user = useUser();
  const { signIn } = useSite();
  if (!signIn && !user) return null;
  if (user === undefined) {
    return (
      <>
        <Wait />
        <SignIn />
      </>
    );
  }
  if (user === null) return <SignIn />;
  if (inPanel) return <p className="text-small text-muted">Signed in - Use profile menu above</p>;
  return (
    <Suspense fallback={<Wait />}>
      <ProfileMenu user={user} />
    </Suspense>
  );
}

function Wait() {
  return (
    <span
      className="account-wait h-6 w-16 animate-wait rounded-small bg-skeleton print:hidden [:root:not([data-known])_&]:hidden"
      aria-hidden="true"
    />
  );
}

/** Links to the provider, or to the choice of providers, and back to this page. */
function SignIn() {
  const { pathname, search } = useLocation();
  return (
    <a
      href={paths.signIn(pathname + search)}
      className="px-1 py-2.5 font-medium whitespace-nowrap hover:underline hover:underline-offset-[0.2em] print:hidden [:root[data-known]_.account-wait+&]:hidden"
      rel="nofollow"
    >
      Sign in
    </a>
  );
}
