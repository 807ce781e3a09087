import type { Question } from "../../shared/api.gen.ts";
import { track } from "../../shared/offers/track.ts";

/** Counts a view of the questionnaire. */
export function trackView(): void {
  track("/api/coreg/settlements2/track-view");
}

/** Counts a click on Continue. */
export function trackContinue(): void {
  track("/api/coreg/settlements2/track-click", { clickType: "continue" });
}

/** Counts an answer. For a yes, the server also counts a click on the offer that this page shows for the question. */
export function trackAnswer(answer: "yes" | "no", { id, targetOfferId }: Question, clickId?: string): void {
  track("/api/coreg/settlements2/track-click", {
    clickType: answer,
    questionId: id,
    ...(answer === "yes" && { targetOfferId: targetOfferId ?? 0 }),
    ...(clickId && { eventId: clickId }),
  });
}
