import type { Question } from "../../shared/api.gen.ts";
import { track } from "../../shared/offers/track.ts";

/** Counts a view of the questionnaire. */
export function trackView(): void {
  track("/api/coreg/settlements2/track-view");
}

/** Counts the press of Continue. */
export function trackContinue(): void {
  track("/api/coreg/settlements2/track-click", { clickType: "continue" });
}

/** Counts an answer. With a yes the server counts the click on the question's offer too, as this page has it. */
export function trackAnswer(answer: "yes" | "no", { id, targetOfferId }: Question, clickId?: string): void {
  track("/api/coreg/settlements2/track-click", {
    clickType: answer,
    questionId: id,
    ...(answer === "yes" && { targetOfferId: targetOfferId ?? 0 }),
    ...(clickId && { eventId: clickId }),
  });
}
