import { useMemo } from "react";
import { useLocation, useParams } from "react-router";
import { paths } from "../../../paths.ts";
import type { StaffText } from "../../../shared/api.gen.ts";
import { ButtonLink } from "../../../shared/ui/button.tsx";
import type { Column } from "../kind.ts";
import { textKind } from "../kinds/text.ts";
import { outgoingColumns } from "../outgoing/columns.tsx";
import { OutgoingScreen } from "../outgoing/screen.tsx";
import { ScreenTitle } from "../parts/texts.tsx";
import { type ListContext, RecordList } from "../record-list.tsx";
import { RecordName } from "../record-row.tsx";
import { Audience } from "./audience.tsx";
import { TextEditor } from "./editor.tsx";
import { TextProgress } from "./progress.tsx";

const openAt = (text: StaffText) => paths.adminText(text.id);

/** The deal alerts by text, or the one that is open. */
export function Texts({ mayEdit }: { mayEdit: boolean }) {
  const { id } = useParams();
  const { key, state } = useLocation();
  const columns = useMemo(() => columnsOf, []);
  if (id)
    return (
      <OutgoingScreen<StaffText>
        key={state?.opened ?? (id === "new" ? key : id)}
        path={textKind.path}
        id={id}
        heading={(text) => (text ? "Text" : "New text")}
        editor={({ item, ...heard }) => <TextEditor text={item} mayEdit={mayEdit} {...heard} />}
        progress={(text) => <TextProgress text={text} mayEdit={mayEdit} />}
      />
    );
  return (
    <>
      <ScreenTitle>Texts</ScreenTitle>
      <Audience />
      <RecordList
        {...{ kind: textKind, mayEdit, openAt, columns }}
        statuses={[]}
        batch={[]}
        add={<ButtonLink to={paths.adminText("new")}>New text</ButtonLink>}
      />
    </>
  );
}

function columnsOf({ openAt, inBin }: ListContext<StaffText>): Column<StaffText>[] {
  return [
    {
      label: "Text",
      sort: "body",
      cell: "main",
      value: (text) => <RecordName title={text.body} to={openAt(text)} />,
    },
    ...outgoingColumns(inBin),
  ];
}
