import type { Editor } from "@tiptap/react";
import { useState } from "react";
import type { StaffClaim } from "../../../../shared/api.gen.ts";
import { Field } from "../../../../shared/form/fields.tsx";
import { Button } from "../../../../shared/ui/button.tsx";
import { useList } from "../../calls.ts";
import { Dialog, DialogForm } from "../../dialog.tsx";
import { claimKind, nameOf } from "../../kinds/claim.tsx";
import { isClaimValue, type MarkedClaim } from "./node.ts";

const maxFound = 8;

/**
 * Inserts a claim at the cursor: one from the register, found by words, or a new one that is registered with the text.
 */
export function ClaimDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { from, to } = editor.state.selection;
  const at: MarkedClaim | null = editor.isActive("claim") ? (editor.getAttributes("claim") as MarkedClaim) : null;
  const selected = at?.value ?? editor.state.doc.textBetween(from, to, " ").trim();
  const [words, setWords] = useState(at?.name ?? "");
  const [value, setValue] = useState(selected);
  const [error, setError] = useState<{ words?: string; value?: string }>({});
  const { data: items = [] } = useList<StaffClaim>(claimKind.path, { q: words.trim() }, maxFound);
  const name = nameOf(words);
  const place = (claim: MarkedClaim) => {
    editor.chain().focus().insertContentAt({ from, to }, { type: "claim", attrs: claim }).run();
    onClose();
  };
  const submit = () => {
    const wrong = {
      words: name ? undefined : "Please choose a claim, or name a new one.",
      value: isClaimValue(value.trim()) ? undefined : "Please enter the value as readers see it, without brackets.",
    };
    if (wrong.words || wrong.value) setError(wrong);
    else place({ name, value: value.trim() });
  };
  const unmark = () => {
    editor.chain().focus().insertContentAt({ from, to }, { type: "text", text: selected }).run();
    onClose();
  };
  return (
    <Dialog title="Claim" onClose={onClose}>
      <DialogForm
        submit={`Mark “${name || "…"}”`}
        acts={
          at && (
            <Button look="quiet" onClick={unmark}>
              Remove mark
            </Button>
          )
        }
        onSubmit={submit}
      >
        <Field
          label="Claim title or name"
          hint="Search by title, or enter a new name such as deposit-insurance-limit"
          value={words}
          error={error.words}
          autoComplete="off"
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        {items.length > 0 && (
          <ul aria-label="Claims">
            {items.map((claim) => (
              <li key={claim.id} className="border-t border-line">
                <button
                  type="button"
                  className="flex w-full cursor-pointer items-baseline gap-3 py-2 text-left hover:bg-sunken"
                  onClick={() => place({ name: claim.name, value: claim.value })}
                >
                  <span className="min-w-0 flex-1 wrap-anywhere">{claim.title}</span>
                  <strong>{claim.value}</strong>
                </button>
              </li>
            ))}
          </ul>
        )}
        <Field
          label="Value in the text"
          value={value}
          error={error.value}
          autoComplete="off"
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
