import { useCallback, useMemo, useState } from "react";
import type { Subscriber } from "../../../shared/api.gen.ts";
import { LongDate } from "../../../shared/ui/time.tsx";
import { Exporting, useExports } from "../archive/exporting.tsx";
import { ImportSection, useImportSection } from "../archive/section.tsx";
import { type List, useList } from "../calls.ts";
import { Download } from "../download.tsx";
import type { Column } from "../kind.ts";
import { ListTable } from "../list-table.tsx";
import { RowButton, SmallButton } from "../parts/buttons.tsx";
import { Filter } from "../parts/filter.tsx";
import { Find, Toolbar } from "../parts/toolbar.tsx";
import { usePlace } from "../place.ts";
import { RecordName } from "../record-row.tsx";
import { SubscriberDialog } from "./dialog.tsx";
import { subscriberImport } from "./import.tsx";
import { choices, nameOf, path, stateOf } from "./subscriber.ts";

/** Current and former subscribers of the newsletter. */
export function Subscribers() {
  const { place } = usePlace();
  const [email, setEmail] = useState(""); // personal data, so not in the URL
  const importing = useImportSection(subscriberImport);
  const exports = useExports("subscribers");
  const list = useList<Subscriber>(path, { state: place.status, q: email });
  return (
    <>
      <p className="field-hint mb-4">Newest first. Personal data is encrypted, so search by full email address.</p>
      <Toolbar>
        <Filter label="Status" name="status" of={Object.entries(choices)} />
        <Find label="Find" hint="Full email, then Enter" onFind={setEmail} />
        <SmallButton ref={importing.button} look="quiet" aria-expanded={importing.shown} onClick={importing.toggle}>
          Import
        </SmallButton>
        <Download path={`${path}/export`} name="subscribers" label="Export" onStream={exports.begun} />
      </Toolbar>
      <Exporting of={exports} />
      <ImportSection of={importing} title="Import subscribers" />
      <Found list={list} narrowed={email !== "" || place.status !== undefined} />
    </>
  );
}

function Found({ list, narrowed }: { list: List<Subscriber>; narrowed: boolean }) {
  const [opened, setOpened] = useState<string | null>(null);
  const columns = useMemo(() => columnsOf(setOpened), []);
  const open = useCallback(({ id }: Subscriber) => setOpened(id), []);
  return (
    <section aria-label="Subscribers">
      <ListTable
        list={list}
        empty={narrowed ? "No matches." : "No subscribers yet. Import a list, or share the signup page."}
        label="Subscribers"
        columns={columns}
        nameOf={nameOf}
        onOpen={open}
        isOver={({ state, suppressed }) => state === "unsubscribed" || suppressed !== ""}
      />
      {opened && <SubscriberDialog id={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

function columnsOf(onOpen: (id: string) => void): Column<Subscriber>[] {
  return [
    {
      label: "Person",
      cell: "main",
      value: (person) => <RecordName title={person.email} detail={nameOf(person)} />,
    },
    { label: "Status", width: 14, value: stateOf },
    { label: "Texts", width: 5, value: ({ smsAllowed }) => (smsAllowed ? "Yes" : "No") },
    { label: "Signed up", width: 10.5, value: ({ createdAt }) => <LongDate iso={createdAt} /> },
    {
      label: "Actions",
      width: 6,
      cell: "act",
      value: ({ id, email }) => (
        <RowButton aria-label={`Open ${email}`} onClick={() => onOpen(id)}>
          Open
        </RowButton>
      ),
    },
  ];
}
