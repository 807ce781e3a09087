import { track } from "../../shared/offers/track.ts";

/** What a visitor can do on the questionnaire. */
export type ClickType = "yes" | "no" | "continue";

/** Counts a view of the questionnaire. */
export function trackView(): void {
  track("/api/coreg/settlements2/track-view");
}

/** Counts an answer, or the press of Continue. With a yes the server counts the click on the question's offer too. */
export function trackClick(clickType: ClickType, questionId?: number): void {
  track("/api/coreg/settlements2/track-click", { clickType, questionId });
}
