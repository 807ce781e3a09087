import { useEffect, useState } from "react";
import type { Values } from "../../shared/form/use-form.ts";
import { dayIn } from "../../shared/format.ts";
import { sentences } from "../../shared/sentences.ts";
import { birthOf, wrongBirth } from "./signup.ts";

/** What a signup has gathered so far, kept in this tab so that a reload or a step back loses nothing. */
export interface Draft {
  /** The fields of the steps, by their names. */
  values: Values;
  /** How the visitor came: sourceid, utm_* and click ids of the address they arrived at. */
  source: Record<string, string>;
  /** Set once the signup is through; nothing personal is kept from then on. */
  done: { confirm: boolean } | null;
}

const key = "signup";
const nothing: Draft = { values: {}, source: {}, done: null };

/**
 * The draft of this tab. It is read after mount, so `restored` tells when fields may take their values from it. Of
 * somebody too young nothing is kept: with such a date of birth the draft is forgotten until the date is corrected.
 */
export function useDraft(timezone: string) {
  const [draft, setDraft] = useState(nothing);
  const [restored, setRestored] = useState(false);
  const keep = (next: Draft) => {
    if (wrongBirth(birthOf(next.values), dayIn(timezone)) === sentences.tooYoung) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(next));
    setDraft(next);
  };
  useEffect(() => {
    const kept = read();
    setDraft(kept ?? { ...nothing, source: sourceIn(location.search) });
    setRestored(kept !== null);
  }, []);
  return {
    draft,
    restored,
    keepValues: (values: Values) => keep({ ...draft, values: { ...draft.values, ...values }, done: null }),
    /** Forgets everything but that the signup is through. */
    finish: (done: { confirm: boolean }) => keep({ ...nothing, done }),
    forget: () => {
      sessionStorage.removeItem(key);
      setDraft({ ...nothing, source: draft.source });
    },
  };
}

function read(): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** The parameters of an address that say where a visitor came from. */
export function sourceIn(search: string): Record<string, string> {
  const known = /^(sourceid|gclid|fbclid|msclkid|ttclid|clickid|utm_\w{1,26})$/;
  return Object.fromEntries([...new URLSearchParams(search)].filter(([name]) => known.test(name)));
}
