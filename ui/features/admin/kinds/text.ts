import type { TextAlert, TextAlertInput } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";

/** A deal alert by text. */
export const textKind: Kind<TextAlert, keyof TextAlertInput> = {
  id: "text",
  path: "/api/admin/texts",
  noun: "text",
  required: { fields: ["body"], sentence: "Please write what the text is to say." },
  fields: [
    { name: "body", label: "Text", type: "text" },
    { name: "scheduledAt", label: "Goes out", type: "time", nullable: true },
    { name: "status", label: "Status", type: "choice", initial: "draft" },
  ],
  columns: [],
  titleOrder: "body",
  titleOf: (text) => text.body,
  detailOf: () => "",
};
