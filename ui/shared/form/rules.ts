import { emailPattern, most, sentences, tooLong } from "../sentences.ts";
import type { Errors } from "./use-form.ts";

// Validation rules that several forms share (specification, section 5), as in server/platform/form.

/** What is wrong with an email address, or undefined. */
export function wrongEmail(value = ""): string | undefined {
  const email = value.trim().toLowerCase();
  if (email === "") return sentences.emailMissing;
  const at = email.lastIndexOf("@");
  const address = `${email.slice(0, at + 1)}${inAscii(email.slice(at + 1))}`;
  const local = email.slice(0, at);
  const dots = local.startsWith(".") || local.endsWith(".") || local.includes("..");
  return address.length > most.email || dots || !emailPattern.test(address) ? sentences.emailWrong : undefined;
}

/** What is wrong with a required one-line text, or undefined. */
export function wrongLine(value = "", missing: string, limit: number): string | undefined {
  const text = value.trim();
  if (text === "") return missing;
  if ([...text].length > limit) return tooLong(limit);
  return /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(text) ? sentences.oneLine : undefined;
}

/** What is wrong with a required multi-line text, or undefined. */
export function wrongText(value = "", missing: string, limit: number): string | undefined {
  const text = value.trim().replaceAll("\r\n", "\n");
  if (text === "") return missing;
  if ([...text].length > limit) return tooLong(limit);
  return /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text.replaceAll(/[\n\t]/g, " ")) ? sentences.plainText : undefined;
}

/** The invalid fields. */
export function onlyWrong(found: Record<string, string | undefined>): Errors {
  return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** A domain in its ASCII form: "bücher.example" is "xn--bcher-kva.example". */
function inAscii(domain: string): string {
  if (/^[a-z0-9.-]*$/.test(domain) || /[\s/?#:@\\]/.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}
