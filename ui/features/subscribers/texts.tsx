import type { ReactNode } from "react";
import type { Wording } from "../../shared/api.gen.ts";
import { sentences } from "../../shared/sentences.ts";

/** The consent wording with its links. They open in a new tab, so that typed text stays. */
export function ConsentText({ wording }: { wording: Wording }) {
  const parts: ReactNode[] = [];
  let rest = wording.text;
  for (const { words, path } of wording.links ?? []) {
    const [before, ...after] = rest.split(words);
    if (after.length === 0) continue;
    parts.push(
      before,
      <a key={path} href={path} target="_blank" rel="noopener" className="underline">
        {words}
      </a>,
    );
    rest = after.join(words);
  }
  return (
    <>
      {parts}
      {rest}
    </>
  );
}

/** Formats a US number as far as it is typed: "(201) 555-0123". Other input stays as it is. */
export function formatPhone(typed: string): string {
  const digits = typed.replace(/^\+?1(?=\D*\d)/, "").replaceAll(/\D/g, "");
  if (!/^[\d\s().+-]*$/.test(typed) || /^\s*\+(?!1|$)/.test(typed) || digits.length > 10) return typed;
  if (digits.length < 4) return typed;
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  return line ? `(${area}) ${exchange}-${line}` : `(${area}) ${exchange}`;
}

/** What is wrong with an optional US number, or undefined. The server also checks area codes. */
export function wrongPhone(value = "", texts: boolean): string | undefined {
  const phone = value.trim();
  if (phone === "") return texts ? sentences.phoneMissing : undefined;
  return /^\([2-9]\d\d\) [2-9]\d\d-\d{4}$/.test(formatPhone(phone)) ? undefined : sentences.phoneWrong;
}
