import { useEffect, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { NewsletterState, User } from "../../shared/api.gen.ts";
import { browserApi } from "../../shared/api.ts";
import { Avatar, avatarLook, nameOf } from "./avatar.tsx";
import { Dialog } from "./dialog.tsx";

/** The account panel with what the site knows about the signed-in user. */
export function Profile({ user, onClose }: { user: User; onClose: () => void }) {
  const name = nameOf(user);
  return (
    <Dialog title="Profile" onClose={onClose}>
      <div className="flex items-center gap-4">
        <span className={`size-14 text-[1.25rem] ${avatarLook}`} aria-hidden="true">
          <Avatar user={user} />
        </span>
        <div>
          <p className="font-display text-subheading leading-tight font-medium wrap-anywhere">{name || user.email}</p>
          {user.role !== "visitor" && <p className="text-muted">Staff: {user.role}</p>}
        </div>
      </div>
      <dl className="mt-6 grid gap-x-6 gap-y-1 border-t border-line pt-5 pb-4 sm:grid-cols-[auto_1fr] sm:gap-y-3 [&>dd]:mb-2 [&>dd]:wrap-anywhere [&>dt]:text-muted">
        <dt>Email</dt>
        <dd>{user.email}</dd>
        <dt>Signed in with</dt>
        <dd>{user.provider ? (providers[user.provider] ?? user.provider) : "An access token"}</dd>
        <dt>Newsletter</dt>
        <dd>
          <Newsletter onLeave={onClose} />
        </dd>
      </dl>
    </Dialog>
  );
}

/** Display names of providers whose name is not a word. */
const providers: Record<string, string> = {
  google: "Google",
  oidc: "Single sign-on",
  dev: "Development accounts",
  mail: "An email link",
};

const states: Record<NewsletterState, string> = {
  active: "You get our newsletter",
  pending: "Waiting for you to confirm. Check your email for our link.",
  unsubscribed: "You’re not subscribed",
  unknown: "You’re not subscribed",
};

/** Whether the address is subscribed to the newsletter, and a way to change it. */
function Newsletter({ onLeave }: { onLeave: () => void }) {
  const [state, setState] = useState<NewsletterState | "failed" | null>(null);
  useEffect(() => {
    browserApi.get<{ state: NewsletterState }>("/api/auth/newsletter").then(
      ({ data }) => setState(data.state),
      () => setState("failed"),
    );
  }, []);
  if (state === null) return <span className="text-muted">One moment…</span>;
  if (state === "failed") return <span className="text-muted">We can’t check right now</span>;
  const on = state === "active" || state === "pending";
  return (
    <>
      {states[state]}.{" "}
      <Link to={on ? paths.unsubscribe : paths.subscribe} onClick={onLeave}>
        {on ? "Change or unsubscribe" : "Subscribe"}
      </Link>
    </>
  );
}
