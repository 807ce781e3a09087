import { type Checklist, forgetChecklist, tick } from "../../shared/my-list/checklists.ts";
import { EntryTitle, Part, RemoveButton } from "./part.tsx";
import { doneOf } from "./words.ts";

/** Checklists in progress; nothing if there are none. */
export function Checklists({ checklists }: { checklists: Checklist[] | undefined }) {
  if (!checklists?.length) return null;
  return (
    <Part id="checklists" title="Your checklists">
      <ul>
        {checklists.map((checklist) => (
          <Row key={checklist.path} checklist={checklist} />
        ))}
      </ul>
    </Part>
  );
}

function Row({ checklist }: { checklist: Checklist }) {
  const { path, title, items } = checklist;
  return (
    <li className="border-b border-line py-5">
      <EntryTitle to={path}>{title}</EntryTitle>
      <p className="mt-1 text-small text-muted">{doneOf(checklist)}</p>
      <ul className="mt-3 grid gap-2 text-small">
        {items.map(({ words, done }) => (
          <li key={words} className="break-inside-avoid">
            <label className="inline-flex min-h-6 cursor-pointer items-start gap-2 wrap-anywhere">
              <input
                type="checkbox"
                className="mt-px size-5 flex-none accent-brand"
                checked={done}
                onChange={(event) => tick(path, words, event.currentTarget.checked)}
              />
              {words}
            </label>
          </li>
        ))}
      </ul>
      <p className="print:hidden mt-3 text-small">
        <RemoveButton title={title} onRemove={() => forgetChecklist(path)} />
      </p>
    </li>
  );
}
