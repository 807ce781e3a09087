import type { ReactNode } from "react";
import { WithoutScript } from "../../shared/form/form.tsx";
import { Sheet, SheetForm, SheetMotif } from "../../shared/form/sheet.tsx";
import { useSite } from "../../shared/site.ts";
import { Skeleton } from "../../shared/ui/skeleton.tsx";

/** Numbered steps. The success screen is not counted. */
const countedSteps = 3;

const frames = {
  1: {
    picture: "envelope",
    title: "One good idea a week",
    text: "Each one comes with what it’s worth in dollars and the first step to take. In your first two weeks, you’ll also get up to three emails to help you get started. It takes two minutes to sign up and one click to leave.",
  },
  2: {
    picture: "pencil",
    title: "A little about you",
    text: "You must be at least 18 to sign up. Below the form, we explain why we ask.",
  },
  3: {
    picture: "bell",
    title: "Deal alerts by text",
    text: "Hear about the few deals that end before the next newsletter. Both the number and the texts are optional.",
  },
};

/** The success screen. An unconfirmed signup is not complete. */
function lastFrame(siteName: string, confirm: boolean) {
  return confirm
    ? { picture: "envelope", title: "Almost there", text: "One more click, and your tips are on their way." }
    : { picture: "checklist", title: "You’re on the list", text: `Thank you for joining ${siteName}.` };
}

/** A step of the signup, with what it is about next to the form. */
export function Frame({ step, confirm, children }: { step: 1 | 2 | 3 | 4; confirm: boolean; children: ReactNode }) {
  const { siteName } = useSite();
  const { picture, title, text } = step === 4 ? lastFrame(siteName, confirm) : frames[step];
  return (
    <Sheet data-step={step}>
      <div>
        {step <= countedSteps && (
          <p className="mb-[clamp(1.5rem,3vw,2.5rem)] grid max-w-80 gap-2 text-small font-semibold">
            <span>{`Step ${step} of ${countedSteps}`}</span>
            <progress value={step} max={countedSteps} aria-hidden="true" />
          </p>
        )}
        <h1 className="title">{title}</h1>
        <p className="lead mt-4 max-w-[36ch]">{text}</p>
        <SheetMotif name={picture} />
      </div>
      <SheetForm>
        <WithoutScript to="sign up" />
        {children}
      </SheetForm>
    </Sheet>
  );
}

export function FrameSkeleton() {
  return (
    <Sheet aria-busy="true">
      <div>
        <h1 className="title">{frames[1].title}</h1>
      </div>
      <SheetForm>
        <Skeleton className="h-64 w-full" />
      </SheetForm>
    </Sheet>
  );
}
