import type { Values } from "../kind.ts";
import type { RecordForm } from "../use-record-form.ts";
import type { Piece } from "./piece.ts";

/** A question before an action. */
export interface Question {
  title: string;
  question: string;
  act: string;
  /** What to save if the answer is yes. */
  change: Values;
}

/** Returns a question before a save that readers or the editor may not expect. */
export function questionBefore<T extends Piece>(
  noun: string,
  { from, values, changed }: Pick<RecordForm<T>, "from" | "values" | "changed">,
  change: Values,
): Question | null {
  const status = change.status ?? values.status;
  const was = from?.status ?? "draft";
  const chosen = changed.includes("publishAt") && values.publishAt !== "";
  const past = Date.parse(String(values.publishAt)) <= Date.now();
  const toBePublished = status === "scheduled" || (status === "published" && was !== "published");
  if (toBePublished && chosen && past) {
    return {
      title: "This time has passed",
      question: `Publish the ${noun} right away?`,
      act: "Publish now",
      change: { ...change, status: "published" },
    };
  }
  if (was !== "published" || status === "published") return null;
  if (status === "scheduled") {
    return {
      title: `Schedule a published ${noun}`,
      question: "Readers won’t see it until the time you chose.",
      act: "Schedule",
      change,
    };
  }
  return {
    title: status === "archived" ? `Archive this ${noun}` : `Unpublish this ${noun}`,
    question:
      status === "archived" ? "Readers will see that it’s no longer available." : "Readers will no longer see it.",
    act: status === "archived" ? "Archive" : "Unpublish",
    change,
  };
}
