import { useMemo, useState } from "react";
import type { Token } from "../../shared/api.gen.ts";
import { ApiError } from "../../shared/api.ts";
import { Field, SelectField } from "../../shared/form/fields.tsx";
import { useForm } from "../../shared/form/use-form.ts";
import { Button } from "../../shared/ui/button.tsx";
import { showToast } from "../../shared/ui/show-toast.ts";
import { LongDate, RelativeTime } from "../../shared/ui/time.tsx";
import { attempt, useRead, write } from "./calls.ts";
import { useConfirm } from "./confirm.tsx";
import { copy } from "./copy.ts";
import { Dialog, DialogFooter, DialogForm } from "./dialog.tsx";
import type { Column } from "./kind.ts";
import { ListTable } from "./list-table.tsx";
import { RowButton } from "./parts/buttons.tsx";
import { Note, Secret, SectionHead } from "./parts/texts.tsx";
import { Invitations, People, roles, SignInAgain } from "./people.tsx";
import { RecordName } from "./record-row.tsx";
import { Revocations } from "./revocations.tsx";

/** Who can access the admin area: people with their roles, and API tokens. Also revocations of consent. */
export function Access() {
  return (
    <>
      <People />
      <Invitations />
      <Tokens />
      <Revocations />
    </>
  );
}

function Tokens() {
  const list = useRead<Token[]>("/api/admin/tokens");
  const [creating, setCreating] = useState(false);
  const { ask, confirm } = useConfirm();
  const columns = useMemo(() => columnsOf((token) => ask(revocationOf(token))), [ask]);
  return (
    <section aria-labelledby="tokens-title" className="mt-8">
      <SectionHead>
        <h2 id="tokens-title" className="heading">
          Access tokens
        </h2>
        <Button onClick={() => setCreating(true)}>Create Token</Button>
      </SectionHead>
      <p className="field-hint">
        Programs use tokens to call the site’s API. A token can do what its owner can, up to its role, and stops working
        when their account does. We show it once and store only a hash.
      </p>
      {list.data?.some(isUnowned) && (
        <Note role="note">
          Some older tokens have no owner. They work until they expire. Create new tokens for the programs that use
          them, then revoke these.
        </Note>
      )}
      <ListTable
        list={list}
        empty="No tokens yet. Create one."
        label="Access tokens"
        columns={columns}
        nameOf={nameOf}
        isOver={(token) => endOf(token) !== null}
      />
      {creating && <CreateToken onClose={() => setCreating(false)} />}
      {confirm}
    </section>
  );
}

const revocationOf = (token: Token) => ({
  title: "Revoke token",
  question: `Revoke ${nameOf(token)}? Programs that use it stop working right away.`,
  act: "Revoke",
  onConfirm: () =>
    attempt(() => write("DELETE", `/api/admin/tokens/${token.id}`), "Failed to revoke token", {
      title: "Token revoked successfully",
    }),
});

function columnsOf(onRevoke: (token: Token) => void): Column<Token>[] {
  return [
    {
      label: "Token",
      cell: "main",
      value: (token) => <RecordName title={nameOf(token)} detail={detailOf(token)} />,
    },
    { label: "Role", width: 7, value: ({ role }) => role },
    {
      label: "Last used",
      width: 9,
      value: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime iso={lastUsedAt} /> : "Never"),
    },
    { label: "Expires", width: 10.5, value: (token) => endOf(token) ?? <LongDate iso={token.expiresAt} /> },
    {
      label: "Actions",
      width: 7,
      cell: "act",
      value: (token) =>
        !endOf(token) && (
          <RowButton danger aria-label={`Revoke token ${token.id}, ${nameOf(token)}`} onClick={() => onRevoke(token)}>
            Revoke
          </RowButton>
        ),
    },
  ];
}

const nameOf = ({ id, name }: Token) => name || `Token ${id}`;

/** A token's number, if it has a name, and its owner. */
function detailOf({ id, userId, name, email, createdBy }: Token): string {
  const whose = userId === null ? `no owner, for ${email}` : email;
  return [name && `Token ${id}`, whose, createdBy !== email && `created by ${createdBy}`].filter(Boolean).join(", ");
}

/** Whether the token is from before tokens had owners, and still works. */
const isUnowned = (token: Token) => token.userId === null && endOf(token) === null;

/** Why a token no longer works. */
function endOf({ revokedAt, expiresAt }: Token): "Revoked" | "Expired" | null {
  if (revokedAt) return "Revoked";
  return Date.parse(expiresAt) < Date.now() ? "Expired" : null;
}

const defaultDays = 90;

function CreateToken({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const [refused, setRefused] = useState("");
  const form = useForm({
    check: () => ({}),
    send: async ({ name, role, days }) => {
      try {
        const body = { name, role, days: Number(days) };
        setSecret((await write<{ secret: string }>("POST", "/api/admin/tokens", body)).secret);
        void showToast({ title: "Token created successfully" });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 403) throw error;
        setRefused(error.data);
      }
    },
    failure: "Failed to create token",
  });
  if (secret) {
    return (
      <Dialog title="Copy the token now" onClose={onClose}>
        <p>You won’t see it again. Anyone who has it can do whatever its role allows.</p>
        <Secret>{secret}</Secret>
        <DialogFooter>
          <Button look="quiet" onClick={() => copy(secret, "Token copied")}>
            Copy
          </Button>
          <Button onClick={onClose}>Done</Button>
        </DialogFooter>
      </Dialog>
    );
  }
  return (
    <Dialog title="Create Token" onClose={onClose}>
      <DialogForm form={form} submit="Create Token" onClose={onClose}>
        <Field
          label="Name"
          hint="What it’s for, such as nightly export (shown in the audit log)"
          error={form.errors.name}
          name="name"
          autoComplete="off"
        />
        <SelectField
          label="Role"
          error={form.errors.role}
          name="role"
          defaultValue="marketer"
          options={roles.map((role) => ({ value: role, label: role }))}
        />
        <Field
          label="Days until it expires"
          hint="From 1 to 366"
          error={form.errors.days}
          name="days"
          type="number"
          defaultValue={defaultDays}
        />
        {refused && <SignInAgain refused={refused} />}
      </DialogForm>
    </Dialog>
  );
}
