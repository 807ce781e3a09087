import { type KeyboardEvent, use, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { CheckField, Field } from "../../../shared/form/fields.tsx";
import { Button } from "../../../shared/ui/button.tsx";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { type StepValues, stepOf } from "../kind.ts";
import { RowButton } from "../parts/buttons.tsx";
import { Subheading } from "../parts/texts.tsx";
import { PictureField } from "../pictures/picture-field.tsx";
import { stepText } from "./checks.ts";
import { MarkdownField } from "./markdown-field.tsx";
import { WantedPictureContext } from "./wanted-picture.ts";

interface StepsProps {
  steps: StepValues[];
  error?: string;
  editable: boolean;
  /** Changes the current steps. */
  onChange: (change: (steps: StepValues[]) => StepValues[]) => void;
}

/** The steps of a guide: add, remove, and reorder by dragging, with buttons, or with Alt and an arrow key. */
export function Steps({ steps, error, editable, onChange }: StepsProps) {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const focus = (key: string, what: string) =>
    list.current?.querySelector<HTMLElement>(`[data-step="${key}"] ${what}`)?.focus();
  const move = (from: number, by: number) => {
    const step = steps[from];
    const to = from + by;
    if (!step || to < 0 || to >= steps.length) return;
    const focused = document.activeElement as HTMLElement | null;
    flushSync(() => onChange((steps) => steps.toSpliced(from, 1).toSpliced(to, 0, step)));
    if (document.activeElement !== focused || focused?.matches(":disabled")) focus(step.key, "summary");
  };
  const remove = (at: number) => {
    const step = steps[at];
    if (!step) return;
    const near = steps[at + 1] ?? steps[at - 1];
    flushSync(() => onChange((steps) => steps.toSpliced(at, 1)));
    if (near) focus(near.key, "summary");
    void showToast({
      title: `Step ${at + 1} removed`,
      action: { label: "Undo", run: () => onChange((steps) => steps.toSpliced(at, 0, step)) },
    });
  };
  const add = () => {
    const step = stepOf({}, crypto.randomUUID());
    flushSync(() => onChange((steps) => [...steps, step]));
    focus(step.key, "input");
  };
  return (
    <section
      aria-label="Steps"
      className="grid gap-3 justify-items-start [&>ol]:w-full [&>ol]:border-b [&>ol]:border-b-line"
    >
      <Subheading>Steps</Subheading>
      {error && <p className="field-error">{error}</p>}
      <ol ref={list}>
        {steps.map((step, i) => (
          <Step
            key={step.key}
            step={step}
            number={i + 1}
            last={i === steps.length - 1}
            editable={editable}
            onChange={(changed) => onChange((steps) => steps.with(i, changed))}
            onMove={(by) => move(i, by)}
            onRemove={() => remove(i)}
            dropped={drag?.to !== i || drag.from === i ? undefined : drag.from < i ? "after" : "before"}
            onDrag={() => setDrag({ from: i, to: i })}
            onDragOver={drag ? () => drag.to !== i && setDrag({ ...drag, to: i }) : undefined}
            onDragEnd={() => setDrag(null)}
            onDrop={() => drag && move(drag.from, i - drag.from)}
          />
        ))}
      </ol>
      <Button look="quiet" onClick={add}>
        Add step
      </Button>
    </section>
  );
}

interface StepProps {
  step: StepValues;
  number: number;
  last: boolean;
  editable: boolean;
  onChange: (step: StepValues) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
  /** Where the dragged step would be dropped. */
  dropped: "before" | "after" | undefined;
  onDrag: () => void;
  /** Set while a step is dragged. */
  onDragOver: (() => void) | undefined;
  onDragEnd: () => void;
  onDrop: () => void;
}

function Step({ step, number, last, editable, onChange, onMove, onRemove, ...dragging }: StepProps) {
  const name = `step ${number}`;
  const [open, setOpen] = useState(step.title === "" && step.content === "");
  const { wanted } = use(WantedPictureContext);
  useEffect(() => {
    if (wanted?.field === stepText(number)) setOpen(true);
  }, [wanted, number]);
  const put = (change: Partial<StepValues>) => onChange({ ...step, ...change });
  const byKey = (event: KeyboardEvent) => {
    const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (!by) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <li
      data-step={step.key}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start border-t border-line has-[[open]]:grid-cols-[minmax(0,1fr)] data-[dropped=after]:[box-shadow:0_3px_0_var(--gold)] data-[dropped=before]:[box-shadow:0_-3px_0_var(--gold)] [@media(hover:hover)_and_(width>=48rem)]:grid-cols-[auto_minmax(0,1fr)_auto] [@media(hover:hover)_and_(width>=48rem)]:has-[[open]]:grid-cols-[auto_minmax(0,1fr)]"
      data-dropped={dragging.dropped}
      onDragOver={(event) => {
        if (!dragging.onDragOver) return;
        event.preventDefault(); // allows dropping here
        dragging.onDragOver();
      }}
      onDrop={(event) => {
        if (!dragging.onDragOver) return;
        event.preventDefault();
        dragging.onDrop();
      }}
    >
      {editable && (
        <span
          className="hidden h-11 w-6 cursor-grab place-items-center text-muted [@media(hover:hover)_and_(width>=48rem)]:grid"
          title="Drag to move"
          aria-hidden="true"
          draggable
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = "move";
            event.dataTransfer.setData("text/plain", step.title);
            const row = event.currentTarget.closest("li");
            if (row) event.dataTransfer.setDragImage(row, 0, 0);
            dragging.onDrag();
          }}
          onDragEnd={dragging.onDragEnd}
        >
          ⠿
        </span>
      )}
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
        <summary
          onKeyDown={byKey}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          className="flex min-h-11 cursor-pointer list-none items-center gap-3.5 [&::-webkit-details-marker]:hidden"
        >
          <span className="flex-none w-7 text-muted font-display text-[1.25rem] figures-tabular text-end">
            {number}
          </span>
          <span className="font-semibold wrap-anywhere">{step.title || "Untitled step"}</span>
        </summary>
        {open && (
          <div className="grid gap-4 pt-2 pb-3 md:pl-10.5">
            <Field label="Title" value={step.title} onChange={(event) => put({ title: event.currentTarget.value })} />
            <MarkdownField
              label={stepText(number)}
              value={step.content}
              editable={editable}
              onChange={(content) => put({ content })}
            />
            <PictureField label="Picture" value={step.imageUrl} onChange={(imageUrl) => put({ imageUrl })} />
            <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
              <Field
                label="Link text"
                value={step.ctaText}
                onChange={(event) => put({ ctaText: event.currentTarget.value })}
              />
              <Field
                label="Link address"
                value={step.ctaUrl}
                autoComplete="off"
                onChange={(event) => put({ ctaUrl: event.currentTarget.value })}
              />
            </div>
            <CheckField
              label="A partner pays for this link"
              hint="A note tells readers."
              checked={step.ctaSponsored}
              onChange={(event) => put({ ctaSponsored: event.currentTarget.checked })}
            />
            {step.ctaSponsored && (
              <Field
                label="Paid by"
                hint="Shown to readers"
                value={step.ctaAdvertiser}
                autoComplete="off"
                onChange={(event) => put({ ctaAdvertiser: event.currentTarget.value })}
              />
            )}
          </div>
        )}
      </details>
      <div className="flex min-h-11 items-center [[open]+&]:justify-self-end [[open]+&]:pb-2 [@media(hover:hover)_and_(width>=48rem)]:[[open]+&]:col-start-2">
        <RowButton aria-label={`Move ${name} up`} disabled={number === 1} onClick={() => onMove(-1)}>
          ↑
        </RowButton>
        <RowButton aria-label={`Move ${name} down`} disabled={last} onClick={() => onMove(1)}>
          ↓
        </RowButton>
        <RowButton danger aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </RowButton>
      </div>
    </li>
  );
}
