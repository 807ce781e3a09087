import type { Letter, LetterInput } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";

/** A letter to subscribers. */
export const letterKind: Kind<Letter, Exclude<keyof LetterInput, "autosave">> = {
  id: "letter",
  path: "/api/admin/letters",
  noun: "letter",
  required: { fields: ["subject"], sentence: "Please enter a subject." },
  fields: [
    { name: "subject", label: "Subject", type: "line" },
    { name: "preheader", label: "Preview text", type: "line", hint: "What lists of mails show beside the subject" },
    { name: "body", label: "Text", type: "markdown" },
    { name: "pieces", label: "Articles and guides", type: "tags" },
    { name: "offers", label: "Sponsored offers", type: "tags" },
    { name: "audience", label: "Audience", type: "audience" },
    { name: "scheduledAt", label: "Goes out", type: "time", nullable: true },
    { name: "status", label: "Status", type: "choice", initial: "draft" },
  ],
  columns: [],
  titleOrder: "subject",
  titleOf: (letter) => letter.subject,
  detailOf: (letter) => letter.preheader,
};
