import { useEffect, useState } from "react";
import type { Values } from "../../shared/form/use-form.ts";
import { dayIn } from "../../shared/format.ts";
import { sentences } from "../../shared/sentences.ts";
import { birthOf, wrongBirth } from "./signup.ts";

/** What has been entered in a signup so far, kept in this tab so that a reload or a step back doesn't lose it. */
export interface Draft {
  /** The values of the steps' fields by name. */
  values: Values;
  /** Where the visitor came from: sourceid, utm_* and click IDs in the landing page's URL. */
  source: Record<string, string>;
  /** Set once the signup is complete. After that, nothing personal is stored. */
  done: { confirm: boolean } | null;
}

const key = "signup";
const nothing: Draft = { values: {}, source: {}, done: null };

/**
 * This tab's draft. It is read after mounting; `restored` says when fields can take their values from it. If the date
 * of birth is of someone too young, the draft is deleted until the date is corrected.
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
    /** Deletes everything except that the signup is complete. */
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

/** The parameters of a URL that say where a visitor came from. */
export function sourceIn(search: string): Record<string, string> {
  const known = /^(sourceid|gclid|fbclid|msclkid|ttclid|clickid|utm_\w{1,26})$/;
  return Object.fromEntries([...new URLSearchParams(search)].filter(([name]) => known.test(name)));
}
