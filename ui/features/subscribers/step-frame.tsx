import type { ReactNode } from "react";
import { WithoutScript } from "../../shared/form/form.tsx";
import { useSite } from "../../shared/site.ts";
import { Skeleton } from "../../shared/ui/skeleton.tsx";

/** Steps that are counted; the success screen is not. */
const countedSteps = 3;

const frames = {
  1: {
    picture: "envelope",
    title: "One good idea a week",
    text: "What it is, what it is worth in dollars, and the first step to take. It takes two minutes to sign up and one click to leave.",
  },
  2: {
    picture: "pencil",
    title: "A little about you",
    text: "You must be at least 18 to sign up. What each answer is for stands below the form.",
  },
  3: {
    picture: "bell",
    title: "Deal alerts by text",
    text: "The few deals that end before the next newsletter comes. Both are up to you: the number, and the texts.",
  },
};

/** The success screen's own; a signup that is still to be confirmed is not through yet. */
function lastFrame(siteName: string, confirm: boolean) {
  return confirm
    ? { picture: "envelope", title: "Almost there", text: "One more click, and your tips are on their way." }
    : { picture: "checklist", title: "You’re on the list", text: `Thank you for joining ${siteName}.` };
}

/** A step of the signup: what it is about beside what is asked. */
export function Frame({ step, confirm, children }: { step: 1 | 2 | 3 | 4; confirm: boolean; children: ReactNode }) {
  const { siteName } = useSite();
  const { picture, title, text } = step === 4 ? lastFrame(siteName, confirm) : frames[step];
  return (
    <div className="wrap section sheet" data-step={step}>
      <div className="sheet-about">
        {step <= countedSteps && (
          <p className="step-count">
            <span>
              Step {step} of {countedSteps}
            </span>
            <progress value={step} max={countedSteps} aria-hidden="true" />
          </p>
        )}
        <h1 className="title">{title}</h1>
        <p className="lead mt-4">{text}</p>
        <img src={`/images/steps/${picture}.svg`} alt="" width="800" height="600" className="picture sheet-picture" />
      </div>
      <div className="sheet-form">
        <WithoutScript>Signing up needs JavaScript.</WithoutScript>
        {children}
      </div>
    </div>
  );
}

export function FrameSkeleton() {
  return (
    <div className="wrap section sheet" aria-busy="true">
      <div className="sheet-about">
        <h1 className="title">{frames[1].title}</h1>
      </div>
      <div className="sheet-form">
        <Skeleton className="h-64 w-full" />
      </div>
    </div>
  );
}
