import type { StaffText } from "../../../shared/api.gen.ts";
import { textKind } from "../kinds/text.ts";
import { OutgoingScreen } from "../outgoing/screen.tsx";
import { TextEditor } from "./editor.tsx";
import { TextProgress } from "./progress.tsx";

interface TextScreenProps {
  /** The id of this text, or "new". */
  id: string;
  mayEdit: boolean;
}

/** Where one text is written and, once it is on its way, followed. */
export function TextScreen({ id, mayEdit }: TextScreenProps) {
  return (
    <OutgoingScreen<StaffText>
      path={textKind.path}
      id={id}
      heading={(text) => (text ? "Text" : "New text")}
      editor={({ item, ...heard }) => <TextEditor text={item} mayEdit={mayEdit} {...heard} />}
      progress={(text) => <TextProgress text={text} mayEdit={mayEdit} />}
    />
  );
}
