import { type FormEvent, useState } from "react";
import type { Role, Token } from "../../shared/api.gen.ts";
import { ApiError } from "../../shared/api.ts";
import { Field, SelectField } from "../../shared/form/fields.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { showToast } from "../../shared/ui/show-toast.ts";
import { LongDate, RelativeTime } from "../../shared/ui/time.tsx";
import { failed, useRead, write } from "./calls.ts";
import { Confirm } from "./confirm.tsx";
import { copy } from "./copy.ts";
import { People } from "./people.tsx";
import { Problem, Rows } from "./states.tsx";

/** Who may work here: people by their roles, programs by their tokens. */
export function Access() {
  return (
    <>
      <People />
      <Tokens />
    </>
  );
}

export const roles: Role[] = ["admin", "editor", "marketer", "visitor"];

function Tokens() {
  const { data, error, reload } = useRead<Token[]>("/api/admin/tokens");
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<Token | null>(null);
  const revoke = async (token: Token) => {
    try {
      await write("DELETE", `/api/admin/tokens/${token.id}`);
      void showToast({ title: "Token revoked successfully" });
    } catch (error) {
      failed(error, "Failed to revoke token");
    }
    reload();
  };
  return (
    <section aria-labelledby="tokens-title" className="report-part">
      <div className="report-head">
        <h2 id="tokens-title" className="heading">
          Access tokens
        </h2>
        <Button onClick={() => setCreating(true)}>Create Token</Button>
      </div>
      <p className="field-hint">For programs that call the site. A token is shown once and kept as a hash only.</p>
      {error ? (
        <Problem error={error} onRetry={reload} />
      ) : !data ? (
        <Rows />
      ) : data.length === 0 ? (
        <p className="empty">There is no token yet.</p>
      ) : (
        <table className="records">
          <thead>
            <tr>
              <th scope="col">For</th>
              <th scope="col">Role</th>
              <th scope="col">Last use</th>
              <th scope="col">Expires</th>
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((token) => (
              <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
            ))}
          </tbody>
        </table>
      )}
      {creating && <CreateToken onCreated={reload} onClose={() => setCreating(false)} />}
      {revoking && (
        <Confirm
          title="Revoke token"
          question={`Are you sure you want to revoke the token of ${revoking.email}? What uses it stops working at once.`}
          act="Revoke"
          onConfirm={() => revoke(revoking)}
          onClose={() => setRevoking(null)}
        />
      )}
    </section>
  );
}

function TokenRow({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  const { id, email, role, createdBy, expiresAt, lastUsedAt, revokedAt } = token;
  const over = revokedAt ? "Revoked" : Date.parse(expiresAt) < Date.now() ? "Expired" : null;
  return (
    <tr data-over={over ? "" : undefined}>
      <td className="cell-main">
        <span className="record-title">{email}</span>
        <span className="record-detail">
          Token {id}, by {createdBy}
        </span>
      </td>
      <td data-label="Role">{role}</td>
      <td data-label="Last use">{lastUsedAt ? <RelativeTime iso={lastUsedAt} /> : "Never"}</td>
      <td data-label="Expires">{over ?? <LongDate iso={expiresAt} />}</td>
      <td className="cell-act">
        {!over && (
          <button
            type="button"
            className="row-button row-danger"
            aria-label={`Revoke token ${id} of ${email}`}
            onClick={onRevoke}
          >
            Revoke
          </button>
        )}
      </td>
    </tr>
  );
}

const defaultDays = 90;

function CreateToken({ onCreated, onClose }: { onCreated: () => void; onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = { email: form.get("email"), role: form.get("role"), days: Number(form.get("days")) };
    try {
      setSecret((await write<{ secret: string }>("POST", "/api/admin/tokens", body)).secret);
      onCreated();
      void showToast({ title: "Token created successfully" });
    } catch (error) {
      if (error instanceof ApiError) setWrong(Object.fromEntries(error.fields.map((f) => [f.field, f.message])));
      failed(error, "Failed to create token");
    }
  };
  if (secret) {
    return (
      <Dialog title="Copy the token now" onClose={onClose}>
        <p>It is not shown again. Whoever has it can do what its role permits.</p>
        <p className="secret">{secret}</p>
        <footer className="dialog-act">
          <Button look="quiet" onClick={() => copy(secret, "Token copied")}>
            Copy
          </Button>
          <Button onClick={onClose}>Done</Button>
        </footer>
      </Dialog>
    );
  }
  return (
    <Dialog title="Create Token" onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        <Field
          label="Email"
          hint="Whose token it is; so the audit log calls what is done with it"
          error={wrong.email}
          name="email"
          type="email"
          autoComplete="off"
        />
        <SelectField
          label="Role"
          error={wrong.role}
          name="role"
          defaultValue="marketer"
          options={roles.map((role) => ({ value: role, label: role }))}
        />
        <Field
          label="Days until it expires"
          hint="From 1 to 366"
          error={wrong.days}
          name="days"
          type="number"
          defaultValue={defaultDays}
        />
        <footer className="dialog-act">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Create Token</Button>
        </footer>
      </form>
    </Dialog>
  );
}
