import { type FormEvent, useMemo, useState } from "react";
import { paths, search } from "../../paths.ts";
import { adminPaths } from "../../shared/admin-paths.ts";
import type { Account, Invitation, Role } from "../../shared/api.gen.ts";
import { ApiError } from "../../shared/api.ts";
import { Button } from "../../shared/ui/button.tsx";
import { showToast } from "../../shared/ui/show-toast.ts";
import { RelativeTime } from "../../shared/ui/time.tsx";
import { withArticle } from "./audit-sentence.ts";
import { attempt, failed, useRead, write } from "./calls.ts";
import { useConfirm } from "./confirm.tsx";
import type { Column } from "./kind.ts";
import { ListTable } from "./list-table.tsx";
import { RowButton, textButtonLook } from "./parts/buttons.tsx";
import { Note } from "./parts/texts.tsx";
import { Choice, Entry, Find, Toolbar } from "./parts/toolbar.tsx";
import { RecordName } from "./record-row.tsx";

export const roles: Role[] = ["admin", "editor", "marketer", "visitor"];

const nameOf = (user: Account) => user.displayName ?? user.email;

/** A change to a user that must be confirmed. */
interface Change {
  title: string;
  question: string;
  act: string;
  /** The toast afterward. */
  done: string;
  call: () => Promise<unknown>;
}

type Ask = (change: Change) => void;

const pathOf = ({ id }: Account) => `/api/admin/users/${id}`;

const givesRole = (user: Account, role: Role): Change => ({
  title: "Change role",
  question: `Make ${nameOf(user)} ${withArticle(role)}? This signs them out everywhere and revokes their tokens for other roles.`,
  act: "Change role",
  done: `${nameOf(user)} is ${withArticle(role)} now.`,
  call: () => write("PUT", pathOf(user), { role }),
});

const disables = (user: Account): Change => ({
  title: user.disabledAt ? "Enable user" : "Disable user",
  question: user.disabledAt
    ? `Let ${nameOf(user)} sign in again as ${withArticle(user.role)}?`
    : `Disable ${nameOf(user)}? This signs them out everywhere, blocks sign-in and revokes their tokens.`,
  act: user.disabledAt ? "Enable" : "Disable",
  done: `${nameOf(user)} ${user.disabledAt ? "can sign in again" : "is disabled"}.`,
  call: () => write("PUT", pathOf(user), { disabled: !user.disabledAt }),
});

const signsOut = (user: Account): Change => ({
  title: "Sign out everywhere",
  question: `Sign ${nameOf(user)} out everywhere? They can sign in again, and their tokens keep working.`,
  act: "Sign out",
  done: `${nameOf(user)} is signed out everywhere.`,
  call: () => write("POST", `${pathOf(user)}/sign-out`),
});

const columnsOf = (ask: Ask): Column<Account>[] => [
  {
    label: "Person",
    cell: "main",
    value: (user) => (
      <RecordName
        title={nameOf(user)}
        detail={[user.email, !user.emailVerified && "not verified", user.disabledAt && "disabled"]
          .filter(Boolean)
          .join(", ")}
      />
    ),
  },
  {
    label: "Role",
    width: 9,
    cell: "status",
    value: (user) => (
      <select
        aria-label={`Role of ${user.email}`}
        className="min-h-10 min-w-0 rounded-small border border-muted bg-surface px-2.5 py-1.5 md:min-h-8 md:py-0.5"
        value={user.role}
        onChange={(event) => ask(givesRole(user, event.currentTarget.value as Role))}
      >
        {roles.map((role) => (
          <option key={role}>{role}</option>
        ))}
      </select>
    ),
  },
  {
    label: "Signed in",
    width: 10,
    value: ({ signedInAt }) => (signedInAt ? <RelativeTime iso={signedInAt} /> : "Never"),
  },
  {
    label: "Actions",
    width: 13,
    cell: "act",
    value: (user) => (
      <span className="inline-flex flex-wrap gap-1 -ms-2.5">
        <RowButton aria-label={`Sign out ${user.email} everywhere`} onClick={() => ask(signsOut(user))}>
          Sign out
        </RowButton>
        <RowButton
          danger={!user.disabledAt}
          aria-label={`${user.disabledAt ? "Enable" : "Disable"} ${user.email}`}
          onClick={() => ask(disables(user))}
        >
          {user.disabledAt ? "Enable" : "Disable"}
        </RowButton>
      </span>
    ),
  },
];

/** Users and their roles. A change ends a user's sessions. */
export function People() {
  const [q, setQ] = useState("");
  const { ask, confirm } = useConfirm();
  const [refused, setRefused] = useState("");
  const list = useRead<Account[]>(`/api/admin/users${search({ q })}`);
  const carryOut = async (call: () => Promise<unknown>, otherwise: string) => {
    setRefused("");
    try {
      await call();
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) setRefused(error.data);
      else failed(error, otherwise);
    }
  };
  const edit = async ({ call, done }: Change) => {
    await call();
    void showToast({ title: "User updated successfully", text: done });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a change calls doesn’t change
  const columns = useMemo(
    () =>
      columnsOf((change) => ask({ ...change, onConfirm: () => carryOut(() => edit(change), "Failed to update user") })),
    [ask],
  );
  return (
    <section aria-labelledby="people-title">
      <h2 id="people-title" className="heading">
        People
      </h2>
      <p className="field-hint">
        Admins can do everything. Editors manage content and offers. Marketers can view both, see reports and create
        short links. Changing someone’s role signs them out everywhere. To invite someone, give their email address a
        role, and we’ll email them.
      </p>
      <Toolbar>
        <Find label="Find" hint="Name or email, then Enter" onFind={setQ} />
        <Invite carryOut={carryOut} />
      </Toolbar>
      {refused && <SignInAgain refused={refused} />}
      <ListTable
        list={list}
        empty="No matches."
        label="People"
        columns={columns}
        nameOf={nameOf}
        isOver={({ disabledAt }) => disabledAt !== null}
      />
      {confirm}
    </section>
  );
}

/** Gives a role to an address that may not have signed in yet. */
function Invite({ carryOut }: { carryOut: (call: () => Promise<unknown>, otherwise: string) => void }) {
  const invite = async (form: HTMLFormElement) => {
    const body = Object.fromEntries(new FormData(form));
    const { invited } = await write<{ invited: boolean }>("POST", "/api/admin/users", body);
    form.reset();
    void showToast({
      title: "Role assigned successfully",
      text: invited ? "It takes effect when they first sign in." : undefined,
    });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    carryOut(() => invite(form), "Failed to assign the role");
  };
  return (
    <form className="flex flex-wrap gap-3 items-center" noValidate onSubmit={submit}>
      <Entry label="Email" name="email" type="email" autoComplete="off" placeholder="name@example.com" />
      <Choice label="Role" name="role" defaultValue="editor">
        {roles.map((role) => (
          <option key={role}>{role}</option>
        ))}
      </Choice>
      <Button look="quiet" type="submit">
        Assign role
      </Button>
    </form>
  );
}

const path = "/api/admin/invitations";

/** Roles of people who haven't signed in yet. */
export function Invitations() {
  const list = useRead<Invitation[]>(path);
  const { ask, confirm } = useConfirm();
  const columns = useMemo(() => invitationColumns(resendEmail, (invitation) => ask(withdrawalOf(invitation))), [ask]);
  return (
    <section aria-labelledby="invitations-title" className="mt-8">
      <h2 id="invitations-title" className="heading">
        Pending invitations
      </h2>
      <p className="field-hint">People with a role who haven’t signed in yet.</p>
      <ListTable
        list={list}
        empty="No pending invitations."
        label="Pending invitations"
        columns={columns}
        nameOf={({ email }) => email}
      />
      {confirm}
    </section>
  );
}

const withdrawalOf = ({ id, email }: Invitation) => ({
  title: "Withdraw invitation",
  question: `Withdraw the invitation for ${email}? They can still sign in, but only as a visitor. Tokens for this address stop working right away.`,
  act: "Withdraw",
  onConfirm: () =>
    attempt(() => write("DELETE", `${path}/${id}`), "Failed to withdraw the invitation", {
      title: "Invitation withdrawn",
    }),
});

function resendEmail({ id, email }: Invitation) {
  void attempt(() => write("POST", `${path}/${id}/mail`), "Failed to resend the invitation", {
    title: "Invitation resent",
    text: `We’re sending it to ${email}.`,
  });
}

type Act = (invitation: Invitation) => void;

function invitationColumns(onEmail: Act, onWithdraw: Act): Column<Invitation>[] {
  return [
    { label: "Email", cell: "main", value: ({ email }) => <RecordName title={email} /> },
    { label: "Role", width: 7, value: ({ role }) => role },
    { label: "Invited", width: 9, value: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
    {
      label: "Sent",
      width: 9,
      value: ({ mailedAt }) => (mailedAt ? <RelativeTime iso={mailedAt} /> : "Not yet"),
    },
    {
      label: "Actions",
      width: 14,
      cell: "act",
      value: (invitation) => (
        <span className="inline-flex flex-wrap gap-1 -ms-2.5">
          {invitation.role !== "visitor" && (
            <RowButton aria-label={`Resend the invitation for ${invitation.email}`} onClick={() => onEmail(invitation)}>
              Resend
            </RowButton>
          )}
          <RowButton
            danger
            aria-label={`Withdraw the invitation for ${invitation.email}`}
            onClick={() => onWithdraw(invitation)}
          >
            Withdraw
          </RowButton>
        </span>
      ),
    },
  ];
}

/** Says that the action requires a recent sign-in, with a link to sign in. */
export function SignInAgain({ refused }: { refused: string }) {
  return (
    <Note role="alert">
      {refused}{" "}
      <a href={paths.signIn(adminPaths.content({ view: "access" }))} className={textButtonLook} rel="nofollow">
        Sign in again
      </a>
    </Note>
  );
}
