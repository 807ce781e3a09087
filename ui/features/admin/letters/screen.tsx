import type { StaffLetter } from "../../../shared/api.gen.ts";
import { letterKind } from "../kinds/letter.ts";
import { OutgoingScreen } from "../outgoing/screen.tsx";
import { LetterEditor } from "./editor.tsx";
import { LetterProgress } from "./progress.tsx";

interface LetterScreenProps {
  /** The id of this letter, or "new". */
  id: string;
  mayEdit: boolean;
}

/** Where one letter is written and, once it is on its way, followed. */
export function LetterScreen({ id, mayEdit }: LetterScreenProps) {
  return (
    <OutgoingScreen<StaffLetter>
      path={letterKind.path}
      id={id}
      heading={(letter) => letter?.subject ?? "New letter"}
      editor={({ item, ...heard }) => <LetterEditor letter={item} mayEdit={mayEdit} {...heard} />}
      progress={(letter) => <LetterProgress letter={letter} mayEdit={mayEdit} />}
    />
  );
}
