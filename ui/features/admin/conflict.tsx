import { diffWordsWithSpace } from "diff";
import { type FormEvent, useState } from "react";
import { useSite } from "../../shared/site.ts";
import { Button } from "../../shared/ui/button.tsx";
import { conditionsInWords } from "./campaigns/conditions.ts";
import { Dialog, DialogFooter } from "./dialog.tsx";
import { inWords } from "./in-words.ts";
import { changed, type Entry, type Kind, type Value, type Values, valuesOf } from "./kind.ts";
import { ComparedText, Whose } from "./parts/compared.tsx";
import type { RecordForm } from "./use-record-form.ts";

interface ConflictProps<T extends Entry> {
  kind: Kind<T>;
  form: RecordForm<T>;
  /** Called with the record once the choices are saved, or null if they couldn't be. */
  onChosen?: (saved: T | null) => void;
}

/** While a form is in conflict: both versions of each field, so that nobody's text is lost. */
export function Conflict<T extends Entry>({ kind, form, onChosen }: ConflictProps<T>) {
  const { comparing, from, theirs, values, backToMine, choose } = form;
  if (!comparing || !theirs || !from) return null;
  const onChoose = async (chosen: Values) => onChosen?.(await choose(chosen));
  return <Compared {...{ kind, from, theirs, onChoose }} mine={values} onClose={backToMine} />;
}

interface ComparedProps<T extends Entry> {
  kind: Kind<T>;
  /** The record when editing began. */
  from: T;
  /** The record as saved by someone else. */
  theirs: T;
  mine: Values;
  onChoose: (values: Values) => void;
  onClose: () => void;
}

function Compared<T extends Entry>({ kind, from, theirs, mine, onChoose, onClose }: ComparedProps<T>) {
  const { timezone } = useSite();
  const other = valuesOf(kind, theirs);
  const different = changed(kind, mine, other);
  const touched = changed(kind, mine, valuesOf(kind, from));
  const [taken, setTaken] = useState<Record<string, "mine" | "theirs">>(() =>
    Object.fromEntries(different.map((name) => [name, touched.includes(name) ? "mine" : "theirs"])),
  );
  const choose = (event: FormEvent) => {
    event.preventDefault();
    const chosen = kind.fields.map(({ name }) => [name, (taken[name] === "mine" ? mine : other)[name] ?? ""]);
    onChoose(Object.fromEntries(chosen));
  };
  return (
    <Dialog wide title="Changed by someone else" onClose={onClose}>
      <form className="form" onSubmit={choose}>
        <p>
          Someone else saved this {kind.noun} while you were editing it. Choose which version of each field to keep.
          Nothing is saved until you do.
        </p>
        {different.map((name) => (
          <fieldset key={name} className="grid gap-2 sm:grid-cols-[1fr_1fr] [&>legend]:mb-1.5 [&>legend]:font-semibold">
            <legend>{kind.fields.find((field) => field.name === name)?.label}</legend>
            {(["mine", "theirs"] as const).map((side) => (
              <label
                key={side}
                className="grid gap-2 content-start py-3 px-3.5 border border-line rounded-small cursor-pointer has-[:checked]:border-brand has-[:checked]:bg-sunken"
              >
                <Whose>
                  <input
                    type="radio"
                    name={name}
                    checked={taken[name] === side}
                    onChange={() => setTaken({ ...taken, [name]: side })}
                  />
                  {side === "mine" ? "Yours" : "Theirs (saved)"}
                </Whose>
                <ComparedText>
                  <MarkedText
                    text={shown((side === "mine" ? mine : other)[name], timezone, typeOf(kind, name))}
                    other={shown((side === "mine" ? other : mine)[name], timezone, typeOf(kind, name))}
                    as="ins"
                  />
                </ComparedText>
              </label>
            ))}
          </fieldset>
        ))}
        <DialogFooter>
          <Button look="quiet" onClick={onClose}>
            Back to editing
          </Button>
          <Button type="submit">Save my choices</Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** A value as text. */
export function shown(value: Value | undefined, timeZone: string, type?: string): string {
  if (type === "audience") return conditionsInWords(String(value ?? ""));
  if (typeof value === "boolean") return value ? "On" : "Off";
  if (Array.isArray(value))
    return value.map(({ title, content }, i) => `${i + 1}. ${title}\n\n${content}`).join("\n\n");
  return value ? inWords(value, timeZone) : "(empty)";
}

/** A field's type. */
export function typeOf<T extends Entry>(kind: Kind<T>, name: string) {
  return kind.fields.find((field) => field.name === name)?.type;
}

interface MarkedTextProps {
  text: string;
  /** The text to compare with. */
  other: string;
  /** Element for words that the other text lacks. */
  as: "del" | "ins";
}

/** A text with words marked that the other text lacks. */
function MarkedText({ text, other, as: Mark }: MarkedTextProps) {
  const parts = diffWordsWithSpace(other, text, { timeout: 200 }); // undefined if it takes longer than 200 ms
  if (!parts) return text;
  return parts
    .filter(({ removed }) => !removed)
    .map(({ value, added }, place) => {
      const key = `${place} ${value.length}`;
      return added ? <Mark key={key}>{value}</Mark> : <span key={key}>{value}</span>;
    });
}
