import type { GuideItem } from "../../shared/api.gen.ts";
import { ArrowIcon } from "../../shared/ui/icons.tsx";
import { PlainText } from "../../shared/ui/prose.tsx";
import { useTicked } from "./ticked.ts";

/** The steps of a guide by their position. */
export function inOrder(steps: GuideItem[]): GuideItem[] {
  return steps.toSorted((a, b) => a.position - b.position);
}

/** The fragment by which a step is linked to. */
export function stepId({ position }: GuideItem): string {
  return `step-${position}`;
}

/** The steps of a guide in their order, each to be ticked off; the ticks stay in this browser. */
export function Steps({ slug, steps }: { slug: string; steps: GuideItem[] }) {
  const { ticked, toggle } = useTicked(slug);
  return (
    <>
      <Progress done={steps.filter((step) => ticked.has(String(step.id))).length} of={steps.length} />
      <ol className="steps">
        {steps.map((step, i) => (
          <Step
            key={step.id}
            step={step}
            number={i + 1}
            done={ticked.has(String(step.id))}
            onToggle={() => toggle(String(step.id))}
          />
        ))}
      </ol>
    </>
  );
}

function Progress({ done, of }: { done: number; of: number }) {
  return (
    <p className="progress no-print" role="status">
      <span>
        {done} of {of} steps done
      </span>
      <progress value={done} max={of} aria-hidden="true" />
    </p>
  );
}

interface StepProps {
  step: GuideItem;
  number: number;
  done: boolean;
  onToggle: () => void;
}

function Step({ step, number, done, onToggle }: StepProps) {
  const titleId = stepId(step);
  return (
    <li className="step" data-done={done || undefined}>
      <span className="step-number" aria-hidden="true">
        {number}
      </span>
      <div className="step-body">
        <h2 id={titleId} className="step-title">
          {step.title}
        </h2>
        {step.imageUrl && (
          <img
            src={step.imageUrl}
            alt=""
            width="800"
            height="600"
            loading="lazy"
            decoding="async"
            className="step-picture"
          />
        )}
        <PlainText text={step.content} />
        <p className="step-foot">
          {step.ctaUrl && (
            <a href={step.ctaUrl} target="_blank" rel="noopener" className="step-cta">
              {step.ctaText ?? "Learn more"} <ArrowIcon />
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          )}
          <label className="tick no-print">
            <input type="checkbox" checked={done} onChange={onToggle} aria-describedby={titleId} />
            Done
          </label>
        </p>
      </div>
    </li>
  );
}
