import { useMemo } from "react";
import { useLocation, useParams } from "react-router";
import { paths } from "../../../paths.ts";
import type { StaffLetter } from "../../../shared/api.gen.ts";
import { ButtonLink } from "../../../shared/ui/button.tsx";
import type { Column } from "../kind.ts";
import { letterKind } from "../kinds/letter.ts";
import { outgoingColumns } from "../outgoing/columns.tsx";
import { ScreenTitle } from "../parts/texts.tsx";
import { type ListContext, RecordList } from "../record-list.tsx";
import { RecordName } from "../record-row.tsx";
import { LetterScreen } from "./screen.tsx";
import { WelcomeSeries } from "./series.tsx";

const openAt = (letter: StaffLetter) => paths.adminLetter(letter.id);

/** The letters to subscribers, or the one that is open. */
export function Letters({ mayEdit }: { mayEdit: boolean }) {
  const { id } = useParams();
  const { key, state } = useLocation();
  const columns = useMemo(() => columnsOf, []);
  if (id) return <LetterScreen key={state?.opened ?? (id === "new" ? key : id)} id={id} mayEdit={mayEdit} />;
  return (
    <>
      <ScreenTitle>Letters</ScreenTitle>
      <RecordList
        {...{ kind: letterKind, mayEdit, openAt, columns }}
        statuses={[]}
        batch={[]}
        add={<ButtonLink to={paths.adminLetter("new")}>New letter</ButtonLink>}
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
