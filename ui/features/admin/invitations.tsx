import { useMemo, useState } from "react";
import type { Invitation } from "../../shared/api.gen.ts";
import { RelativeTime } from "../../shared/ui/time.tsx";
import { attempt, useRead, write } from "./calls.ts";
import { Confirm } from "./confirm.tsx";
import type { Column } from "./kind.ts";
import { ListTable } from "./list-table.tsx";
import { RowButton } from "./parts/buttons.tsx";
import { RecordName } from "./record-row.tsx";

const path = "/api/admin/invitations";

/** Roles of people who haven't signed in yet. */
export function Invitations() {
  const list = useRead<Invitation[]>(path);
  const [withdrawing, setWithdrawing] = useState<Invitation | null>(null);
  const columns = useMemo(() => columnsOf(resendEmail, setWithdrawing), []);
  const withdraw = ({ id }: Invitation) =>
    attempt(() => write("DELETE", `${path}/${id}`), "Failed to withdraw the invitation", {
      title: "Invitation withdrawn",
    });
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
      {withdrawing && (
        <Confirm
          title="Withdraw invitation"
          question={`Withdraw the invitation for ${withdrawing.email}? They can still sign in, but only as a visitor. Tokens for this address stop working right away.`}
          act="Withdraw"
          onConfirm={() => withdraw(withdrawing)}
          onClose={() => setWithdrawing(null)}
        />
      )}
    </section>
  );
}

function resendEmail({ id, email }: Invitation) {
  void attempt(() => write("POST", `${path}/${id}/mail`), "Failed to resend the invitation", {
    title: "Invitation resent",
    text: `We’re sending it to ${email}.`,
  });
}

type Act = (invitation: Invitation) => void;

function columnsOf(onEmail: Act, onWithdraw: Act): Column<Invitation>[] {
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
