import { offerPriority } from "../../../shared/constants.ts";
import type { FieldSpec } from "../kind.ts";

// The fields that several kinds of record have.

export const active: FieldSpec<{ isActive: boolean }> = {
  name: "isActive",
  label: "Active",
  type: "flag",
  initial: true,
  hint: "Shown to visitors",
};

export const title: FieldSpec<{ title: string }> = { name: "title", label: "Title", type: "line" };

export const description: FieldSpec<{ description: string }> = {
  name: "description",
  label: "Description",
  type: "text",
};

export const image: FieldSpec<{ imageUrl?: string | null }> = {
  name: "imageUrl",
  label: "Picture",
  type: "picture",
  nullable: true,
};

export const priority: FieldSpec<{ priority: number }> = {
  name: "priority",
  label: "Priority",
  type: "number",
  least: offerPriority.least,
  most: offerPriority.most,
  initial: String(offerPriority.initial),
  hint: "From 1 to 10; the highest is shown first",
};

export const position: FieldSpec<{ position: number }> = {
  name: "position",
  label: "Position",
  type: "number",
  least: 0,
  hint: "The lowest is shown first; left empty, it goes to the end",
};

/** Where an offer leads. */
export const url = <Name extends string>(name: Name): FieldSpec<Record<Name, string>> => ({
  name,
  label: "URL",
  type: "url",
  hint: "A public http or https address",
});
