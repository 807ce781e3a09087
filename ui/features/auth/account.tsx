import { lazy, Suspense } from "react";
import { paths } from "../../paths.ts";
import { useUser } from "../../shared/user.ts";

const ProfileMenu = lazy(() => import("./profile-menu.tsx"));

/** The header's auth area. The page is the same for everybody, so who is signed in shows after it has loaded. */
export function Account({ inPanel = false }: { inPanel?: boolean }) {
  const user = useUser();
  if (user === undefined) {
    return (
      <>
        <span className="account-wait" aria-hidden="true" />
        <noscript>
          <SignIn />
        </noscript>
      </>
    );
  }
  if (user === null) return <SignIn />;
  if (inPanel) return <p className="text-small text-muted">Signed in - Use profile menu above</p>;
  return (
    <Suspense fallback={<span className="account-wait" aria-hidden="true" />}>
      <ProfileMenu user={user} />
    </Suspense>
  );
}

function SignIn() {
  return (
    <a href={paths.signIn} className="account-sign-in" rel="nofollow">
      Sign in
    </a>
  );
}
