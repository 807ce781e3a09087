import { use, useEffect, useLayoutEffect, useRef } from "react";
import { WantedPictureContext } from "./wanted-picture.ts";

interface SourceAreaProps extends React.ComponentProps<"textarea"> {
  /** Label of the text. */
  label: string;
  value: string;
}

/** The source of a text, in a field that grows with it. */
export function SourceArea({ label, value, ...props }: SourceAreaProps) {
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
