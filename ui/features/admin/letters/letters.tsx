import { useMemo } from "react";
import { useLocation, useParams } from "react-router";
import { paths } from "../../../paths.ts";
import type { StaffLetter } from "../../../shared/api.gen.ts";
import { ButtonLink } from "../../../shared/ui/button.tsx";
import type { Column } from "../kind.ts";
import { letterKind } from "../kinds/letter.ts";
import { outgoingColumns } from "../outgoing/columns.tsx";
import { OutgoingScreen } from "../outgoing/screen.tsx";
import { ScreenTitle } from "../parts/texts.tsx";
import { type ListContext, RecordList } from "../record-list.tsx";
import { RecordName } from "../record-row.tsx";
import { LetterEditor } from "./editor.tsx";
import { LetterProgress } from "./progress.tsx";
import { WelcomeSeries } from "./series.tsx";

const openAt = (letter: StaffLetter) => paths.adminLetter(letter.id);

/** The letters to subscribers, or the one that is open. */
export function Letters({ mayEdit }: { mayEdit: boolean }) {
  const { id } = useParams();
  const { key, state } = useLocation();
  const columns = useMemo(() => columnsOf, []);
  if (id)
    return (
      <OutgoingScreen<StaffLetter>
        key={state?.opened ?? (id === "new" ? key : id)}
        path={letterKind.path}
        id={id}
        heading={(letter) => letter?.subject ?? "New campaign"}
        editor={({ item, ...heard }) => <LetterEditor letter={item} mayEdit={mayEdit} {...heard} />}
        progress={(letter) => <LetterProgress letter={letter} mayEdit={mayEdit} />}
      />
    );
  return (
    <>
      <ScreenTitle>Campaigns</ScreenTitle>
      <RecordList
        {...{ kind: letterKind, mayEdit, openAt, columns }}
        statuses={[]}
        batch={[]}
        add={<ButtonLink to={paths.adminLetter("new")}>New campaign</ButtonLink>}
      />
      <WelcomeSeries />
    </>
  );
}

function columnsOf({ openAt, inBin }: ListContext<StaffLetter>): Column<StaffLetter>[] {
  return [
    {
      label: "Subject",
      sort: "subject",
      cell: "main",
      value: (letter) => <RecordName title={letter.subject} detail={letter.preheader} to={openAt(letter)} />,
    },
    ...outgoingColumns(inBin),
  ];
}
