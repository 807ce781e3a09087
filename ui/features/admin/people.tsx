import { type FormEvent, useState } from "react";
import { search } from "../../paths.ts";
import type { Account, Role } from "../../shared/api.gen.ts";
import { Button } from "../../shared/ui/button.tsx";
import { showToast } from "../../shared/ui/show-toast.ts";
import { RelativeTime } from "../../shared/ui/time.tsx";
import { roles } from "./access.tsx";
import { failed, useRead, write } from "./calls.ts";
import { Choice } from "./fields.tsx";
import { Problem, Rows } from "./states.tsx";

/** Those who have signed in, and what each may do. A change ends their sessions. */
export function People() {
  const [q, setQ] = useState("");
  const { data, error, reload } = useRead<Account[]>(`/api/admin/users${search({ q })}`);
  const change = async (user: Account, body: { role?: Role; disabled?: boolean }) => {
    try {
      await write("PUT", `/api/admin/users/${user.id}`, body);
      void showToast({ title: "User updated successfully" });
    } catch (error) {
      failed(error, "Failed to update user");
    }
    reload();
  };
  return (
    <section aria-labelledby="people-title">
      <h2 id="people-title" className="heading">
        People
      </h2>
      <p className="field-hint">
        Admins do everything; editors keep pages and offers; marketers read them and the figures. A change of role signs
        the person out everywhere.
      </p>
      <div className="tools">
        <form
          className="choice"
          onSubmit={(event) => {
            event.preventDefault();
            setQ(String(new FormData(event.currentTarget).get("q")).trim());
          }}
        >
          <label htmlFor="people-q">Find</label>
          <input id="people-q" name="q" placeholder="Name or email, then Enter" />
        </form>
        <Invite onDone={reload} />
      </div>
      {error ? (
        <Problem error={error} onRetry={reload} />
      ) : !data ? (
        <Rows />
      ) : (
        <table className="records">
          <thead>
            <tr>
              <th scope="col">Person</th>
              <th scope="col">Role</th>
              <th scope="col">Signed in</th>
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((user) => (
              <tr key={user.id} data-over={user.disabledAt ? "" : undefined}>
                <td className="cell-main">
                  <span className="record-title">{user.displayName ?? user.email}</span>
                  <span className="record-detail">
                    {user.email}
                    {!user.emailVerified && ", not verified"}
                    {user.disabledAt && ", disabled"}
                  </span>
                </td>
                <td>
                  <select
                    aria-label={`Role of ${user.email}`}
                    className="inline-select"
                    value={user.role}
                    onChange={(event) => change(user, { role: event.currentTarget.value as Role })}
                  >
                    {roles.map((role) => (
                      <option key={role}>{role}</option>
                    ))}
                  </select>
                </td>
                <td data-label="Signed in">
                  <RelativeTime iso={user.signedInAt} />
                </td>
                <td className="cell-act">
                  <button
                    type="button"
                    className={`row-button ${user.disabledAt ? "" : "row-danger"}`}
                    aria-label={`${user.disabledAt ? "Enable" : "Disable"} ${user.email}`}
                    onClick={() => change(user, { disabled: !user.disabledAt })}
                  >
                    {user.disabledAt ? "Enable" : "Disable"}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** A role for an address that may not have signed in yet. */
function Invite({ onDone }: { onDone: () => void }) {
  const invite = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const body = Object.fromEntries(new FormData(form));
    try {
      const { invited } = await write<{ invited: boolean }>("POST", "/api/admin/users", body);
      form.reset();
      onDone();
      void showToast({
        title: "Role given successfully",
        text: invited ? "It waits for their first sign-in." : undefined,
      });
    } catch (error) {
      failed(error, "Failed to give the role");
    }
  };
  return (
    <form className="invite" noValidate onSubmit={invite}>
      <label className="choice">
        <span>Email</span>
        <input name="email" type="email" autoComplete="off" placeholder="name@example.com" />
      </label>
      <Choice label="Role" name="role" defaultValue="editor">
        {roles.map((role) => (
          <option key={role}>{role}</option>
        ))}
      </Choice>
      <Button look="quiet" type="submit">
        Give role
      </Button>
    </form>
  );
}
