import { useMemo, useState } from "react";
import { Link } from "react-router";
import { adminPaths } from "../../../shared/admin-paths.ts";
import type { MessageSummary, ReceivedMessage } from "../../../shared/api.gen.ts";
import { count } from "../../../shared/format.ts";
import { RelativeTime } from "../../../shared/ui/time.tsx";
import { type List, useList, useRead } from "../calls.ts";
import type { Column } from "../kind.ts";
import { ListTable } from "../list-table.tsx";
import { RowButton } from "../parts/buttons.tsx";
import { Choice, Find, Toolbar } from "../parts/toolbar.tsx";
import { usePlace } from "../place.ts";
import { RecordName } from "../record-row.tsx";
import { aboutOf, MessageDialog, nameOf, path } from "./dialog.tsx";

/** Messages from the contact form. */
export function Messages() {
  const { place, go } = usePlace();
  const [sender, setSender] = useState(""); // personal data, so not in the URL
  const state = place.status === "answered" || place.status === "all" ? place.status : "open";
  const list = useList<ReceivedMessage>(path, { state: state === "all" ? undefined : state, q: sender });
  return (
    <>
      <Retention />
      <Toolbar>
        <Choice
          label="Show"
          value={state}
          onChange={({ currentTarget: { value } }) => go({ status: value === "open" ? undefined : value })}
        >
          <option value="open">Open</option>
          <option value="answered">Answered</option>
          <option value="all">All</option>
        </Choice>
        <Find label="Find" hint="Full email, then Enter" onFind={setSender} />
      </Toolbar>
      <Found list={list} narrowed={sender !== "" || state !== "open"} />
    </>
  );
}

/** How many messages are unanswered, and how many of them have nearly exceeded the promised 24 hours. */
export function waiting({ open, late, lateHours }: MessageSummary): string {
  return `${count(open, "unanswered message")}${late ? `, ${late} for more than ${count(lateHours, "hour")}` : ""}`;
}

/** The number of unanswered messages, and the retention period. */
function Retention() {
  const { data } = useRead<MessageSummary>(`${path}/summary`);
  return (
    <p className="field-hint mb-4" role="status">
      {data &&
        `${waiting(data)}. Messages and their notes are deleted automatically after ${count(data.keptMonths, "month")}, or right away when you erase the sender.`}
    </p>
  );
}

function Found({ list, narrowed }: { list: List<ReceivedMessage>; narrowed: boolean }) {
  const [opened, setOpened] = useState<ReceivedMessage | null>(null);
  const columns = useMemo(() => columnsOf(setOpened), []);
  return (
    <section aria-label="Messages">
      <ListTable
        list={list}
        empty={narrowed ? "No matches." : "All messages are answered."}
        label="Messages"
        columns={columns}
        nameOf={nameOf}
        onOpen={setOpened}
        isOver={({ answeredAt }) => answeredAt !== null}
      />
      {opened && <MessageDialog message={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

function columnsOf(onOpen: (message: ReceivedMessage) => void): Column<ReceivedMessage>[] {
  return [
    {
      label: "From",
      cell: "main",
      value: (message) => (
        <RecordName
          title={nameOf(message)}
          detail={[message.email, message.note && "with a note"].filter(Boolean).join(", ")}
        />
      ),
    },
    { label: "About", width: 9, value: aboutOf },
    {
      label: "Received",
      width: 8.5,
      value: ({ at, late }) => (
        <span className={late ? "text-danger font-semibold" : undefined}>
          <RelativeTime iso={at} />
          {late && ": answer now"}
        </span>
      ),
    },
    {
      label: "Answered",
      width: 14,
      value: ({ answeredAt, answeredBy }) =>
        answeredAt ? (
          <>
            <RelativeTime iso={answeredAt} /> by {answeredBy}
          </>
        ) : (
          "Open"
        ),
    },
    {
      label: "Actions",
      width: 6,
      cell: "act",
      value: (message) => (
        <RowButton aria-label={`Read the message from ${nameOf(message)}`} onClick={() => onOpen(message)}>
          Read
        </RowButton>
      ),
    },
  ];
}

/** The overview's note of unanswered messages; empty if there are none. */
export function WaitingMessages() {
  const { data } = useRead<MessageSummary>(`${path}/summary`);
  if (!data?.open) return null;
  return (
    <p className="mb-7">
      <Link to={adminPaths.messages} className={`underline ${data.late ? "text-danger font-semibold" : ""}`}>
        {waiting(data)}
      </Link>
    </p>
  );
}
