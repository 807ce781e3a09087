import { type FormEvent, useMemo, useState } from "react";
import { search } from "../../paths.ts";
import type { Account, Role } from "../../shared/api.gen.ts";
import { ApiError } from "../../shared/api.ts";
import { Button } from "../../shared/ui/button.tsx";
import { showToast } from "../../shared/ui/show-toast.ts";
import { RelativeTime } from "../../shared/ui/time.tsx";
import { withArticle } from "./audit-sentence.ts";
import { failed, useRead, write } from "./calls.ts";
import { Confirm } from "./confirm.tsx";
import type { Column } from "./kind.ts";
import { ListTable } from "./list-table.tsx";
import { RowButton } from "./parts/buttons.tsx";
import { Choice, Entry, Find, Toolbar } from "./parts/toolbar.tsx";
import { RecordName } from "./record-row.tsx";
import { SignInAgain } from "./sign-in-again.tsx";

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
  const [change, setChange] = useState<Change | null>(null);
  const [refused, setRefused] = useState("");
  const columns = useMemo(() => columnsOf(setChange), []);
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
      {change && (
        <Confirm
          {...change}
          onConfirm={() => carryOut(() => edit(change), "Failed to update user")}
          onClose={() => setChange(null)}
        />
      )}
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
