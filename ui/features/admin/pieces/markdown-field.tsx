import { use, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Skeleton } from "../../../shared/ui/skeleton.tsx";
import { RowButton } from "../parts/buttons.tsx";
import { WantedPictureContext } from "./wanted-picture.ts";

interface MarkdownFieldProps {
  label: string;
  value: string;
  error?: string;
  editable: boolean;
  onChange: (markdown: string) => void;
}

type Rich = typeof import("./rich-editor.tsx");

/** A Markdown text: as readers will see it, or as source if the editor can't show all of it. */
export function MarkdownField({ label, value, error, editable, onChange }: MarkdownFieldProps) {
  const id = useId();
  const rich = useRich();
  const [mode, setMode] = useState<"rich" | "source" | null>(null); // null: whichever the text allows
  const [refused, setRefused] = useState(false);
  const [opened] = useState(value);
  const fits = useMemo(() => rich?.canShow(opened) ?? rich === undefined, [rich, opened]);
  const shown = mode ?? (fits ? "rich" : "source");
  const describedBy = error ? `${id}-error` : undefined;
  const stayAsSource = useCallback(() => {
    setMode("source");
    setRefused(true);
  }, []);
  const change = () => {
    if (shown === "rich") return setMode("source");
    const whole = rich?.canShow(value) ?? false;
    setRefused(!whole);
    if (whole) setMode("rich");
  };
  return (
    <div className="field">
      <div className="flex gap-4 items-baseline justify-between text-small [&>:first-child]:font-semibold [&>button]:min-h-7 [&>button]:py-0 [&>button]:text-muted [&>button]:aria-pressed:bg-ink [&>button]:aria-pressed:text-paper">
        {shown === "source" ? <label htmlFor={id}>{label}</label> : <span>{label}</span>}
        <RowButton
          aria-label={`Source of ${label}`}
          aria-pressed={shown === "source"}
          disabled={rich === undefined}
          onClick={change}
        >
          Source
        </RowButton>
      </div>
      {(refused || (shown === "source" && mode === null)) && (
        <p className="field-hint" role="status">
          The editor can’t display all of this text, so it’s shown as source.
        </p>
      )}
      {shown === "source" ? (
        <SourceArea
          id={id}
          label={label}
          value={value}
          readOnly={!editable}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : rich ? (
        <rich.RichEditor
          {...{ label, value, describedBy, editable, onChange }}
          wrong={error !== undefined}
          onUnshown={stayAsSource}
        />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}

/** Loads the editor on demand. */
function useRich(): Rich | null | undefined {
  const [rich, setRich] = useState<Rich | null>(); // null if it failed to load
  useEffect(() => {
    let wanted = true;
    import("./rich-editor.tsx").then(
      (module) => wanted && setRich(module),
      () => wanted && setRich(null),
    );
    return () => {
      wanted = false;
    };
  }, []);
  return rich;
}

interface SourceAreaProps extends React.ComponentProps<"textarea"> {
  /** Label of the text. */
  label: string;
  value: string;
}

/** The source of a text, in a field that grows with it. */
function SourceArea({ label, value, ...props }: SourceAreaProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const { wanted, onShown } = use(WantedPictureContext);
  useEffect(() => {
    if (wanted?.field !== label) return;
    onShown();
    const silent = [...value.matchAll(/!\[\s*\]\(/g)][wanted.nth];
    if (!silent) return;
    box.current?.focus();
    box.current?.setSelectionRange(silent.index + 2, silent.index + silent[0].length - 2); // between the brackets
  }, [label, value, wanted, onShown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const area = box.current;
    if (!area || CSS.supports("field-sizing", "content")) return;
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight + 2}px`;
  }, [value]);
  return (
    <textarea
      ref={box}
      data-source=""
      className="min-h-48 font-mono text-[0.9375rem] leading-[1.6] [field-sizing:content]"
      spellCheck
      value={value}
      {...props}
    />
  );
}
