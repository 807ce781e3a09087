import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { GuideItem } from "../../shared/api.gen.ts";
import { curly } from "../../shared/curly.ts";
import { SponsoredBadge } from "../../shared/ui/badge.tsx";
import { ArrowIcon } from "../../shared/ui/icons.tsx";
import { Sources, sizes } from "../../shared/ui/picture.tsx";
import { Prose } from "../../shared/ui/prose.tsx";
import { useTicked } from "./ticked.ts";

/** A guide's steps, ordered by position. */
export function inOrder(steps: GuideItem[]): GuideItem[] {
  return steps.toSorted((a, b) => a.position - b.position);
}

/** The fragment that links to a step. */
export function stepId({ position }: GuideItem): string {
  return `step-${position}`;
}

/** A guide's steps in order, each with a checkbox. What is checked stays in this browser. */
export function Steps({ slug, steps }: { slug: string; steps: GuideItem[] }) {
  const { ticked, toggle } = useTicked(slug);
  const paid = steps.filter((step) => step.ctaUrl && step.ctaSponsored);
  return (
    <>
      <Progress done={steps.filter((step) => ticked.has(String(step.id))).length} of={steps.length} />
      <ol>
        {steps.map((step, i) => (
          <Step
            key={step.id}
            step={step}
            number={i + 1}
            done={ticked.has(String(step.id))}
            onToggle={() => toggle(String(step.id))}
            disclosure={step === paid[0] && <Disclosure paid={paid} />}
          />
        ))}
      </ol>
    </>
  );
}

function Progress({ done, of }: { done: number; of: number }) {
  return (
    <p
      className="sticky top-19 z-10 mt-10 flex items-center gap-5 border-b border-line bg-paper py-3 text-small font-semibold whitespace-nowrap max-brief:flex-wrap figures-tabular noscript:hidden print:hidden"
      role="status"
    >
      <span>{`${done} of ${of} steps done`}</span>
      <progress value={done} max={of} aria-hidden="true" />
    </p>
  );
}

/** Who pays for the links below steps. Links in their texts have their own note (server/platform/markdown). */
function Disclosure({ paid }: { paid: GuideItem[] }) {
  const names = [...new Set(paid.map(({ ctaAdvertiser }) => ctaAdvertiser ?? ""))];
  const several = paid.length > 1;
  const who = names.includes("") ? "A partner" : new Intl.ListFormat("en-US").format(names);
  const plural = names.length > 1 && !names.includes("");
  return (
    <p className="disclosure">
      {who} {plural ? "pay" : "pays"} us for the {several ? "links" : "link"} marked “Sponsored” below, and{" "}
      {plural ? "have" : "has"} no say in this guide. <Link to={paths.howWeEarn}>How we earn</Link>
    </p>
  );
}

interface StepProps {
  step: GuideItem;
  number: number;
  done: boolean;
  onToggle: () => void;
  /** Who pays, shown above the first paid link. */
  disclosure: ReactNode;
}

function Step({ step, number, done, onToggle, disclosure }: StepProps) {
  const titleId = stepId(step);
  return (
    <li
      className="group/step grid grid-cols-[minmax(0,1fr)] border-b border-line py-[clamp(2rem,1.5rem+2vw,3rem)] sm:grid-cols-[5rem_minmax(0,1fr)] print:break-inside-avoid print:py-[0.5cm]"
      data-done={done || undefined}
    >
      <span
        className="font-display text-[3.5rem] leading-[0.9] font-normal tracking-[-0.04em] text-brand figures-lining group-data-done/step:opacity-62 max-sm:mb-2"
        aria-hidden="true"
      >
        {number}
      </span>
      <div>
        <h2
          id={titleId}
          className="tick-box mb-3 scroll-mt-12 text-[clamp(1.5rem,1.35rem+0.6vw,1.875rem)] leading-[1.15] decoration-2 group-data-done/step:line-through group-data-done/step:opacity-62"
        >
          {curly(step.title)}
        </h2>
        {step.imageUrl && (
          <Sources src={step.imageUrl} sizes={sizes.small}>
            <img
              src={step.imageUrl}
              alt=""
              width={step.picture?.width ?? 800}
              height={step.picture?.height ?? 600}
              loading="lazy"
              decoding="async"
              className="mb-4 aspect-16/9 h-auto w-full rounded-small bg-skeleton object-cover sm:float-right sm:aspect-4/3 sm:mt-1 sm:ml-6 sm:w-[clamp(7rem,30vw,12rem)] print:hidden"
            />
          </Sources>
        )}
        <Prose html={step.content} />
        {disclosure}
        <p className="clear-both mt-5 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
          {step.ctaUrl && (
            <a
              href={step.ctaUrl}
              target="_blank"
              rel={step.ctaSponsored ? "sponsored noopener" : "noopener"}
              className={`${step.ctaSponsored ? "paid-link " : ""}print-address inline-flex min-h-11 items-center gap-2 border-b-2 border-gold py-2 font-semibold`}
            >
              {step.ctaSponsored && <SponsoredBadge />}
              {` ${curly(step.ctaText ?? "Learn more")} `}
              <ArrowIcon />
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          )}
          <label className="ml-auto inline-flex min-h-11 cursor-pointer items-center gap-2.5 font-semibold noscript:hidden print:hidden">
            <input
              type="checkbox"
              checked={done}
              onChange={onToggle}
              aria-describedby={titleId}
              className="size-5.5 accent-brand"
            />
            Done
          </label>
        </p>
      </div>
    </li>
  );
}
