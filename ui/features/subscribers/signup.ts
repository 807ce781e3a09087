import { useEffect, useState } from "react";
import type { Signup } from "../../shared/api.gen.ts";
import { onlyWrong, wrongEmail, wrongLine } from "../../shared/form/rules.ts";
import type { Errors, Values } from "../../shared/form/use-form.ts";
import { dayIn } from "../../shared/format.ts";
import { most, sentences } from "../../shared/sentences.ts";
import { wrongPhone } from "./texts.tsx";

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

/** Validation rules for each step of a signup (specification, section 5), as in server/features/subscribers. */

export const genders: { value: Signup["gender"]; label: string }[] = [
  { value: "male", label: "Male" },
  { value: "female", label: "Female" },
  { value: "other", label: "Other" },
  { value: "prefer-not-to-say", label: "Prefer not to say" },
];

/** Ages in years. Younger people are refused; older ages are typos. */
const leastAge = 18;
const mostAge = 120;

export function checkEmailStep(values: Values): Errors {
  return onlyWrong({
    email: wrongEmail(values.email),
    emailConsent: values.emailConsent ? undefined : sentences.emailConsentMissing,
  });
}

/** `today` is the date in the site's time zone, YYYY-MM-DD. */
export function checkDetails(values: Values, today: string): Errors {
  return onlyWrong({
    firstName: wrongLine(values.firstName, sentences.firstNameMissing, most.name),
    lastName: wrongLine(values.lastName, sentences.lastNameMissing, most.name),
    address: wrongLine(values.address, sentences.addressMissing, most.address),
    dateOfBirth: wrongBirth(birthOf(values), today),
    gender: genders.some(({ value }) => value === values.gender) ? undefined : sentences.genderMissing,
  });
}

export function checkTexts(values: Values): Errors {
  return onlyWrong({ phone: wrongPhone(values.phone, Boolean(values.tcpaConsent)) });
}

/** The date in the three fields as YYYY-MM-DD; empty if all are empty, and invalid if they don't form a date. */
export function birthOf({ birthMonth = "", birthDay = "", birthYear = "" }: Values): string {
  const [month, day, year] = [birthMonth, birthDay, birthYear].map((part) => part.trim());
  if (!month && !day && !year) return "";
  return `${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}`;
}

/** What is wrong with a date of birth, or undefined. */
export function wrongBirth(born: string, today: string): string | undefined {
  if (born === "") return sentences.dateOfBirthMissing;
  if (!exists(born)) return sentences.dateOfBirthWrong;
  if (born > today) return sentences.dateOfBirthFuture;
  const age = ageOn(today, born);
  if (age < leastAge) return sentences.tooYoung;
  return age > mostAge ? sentences.dateOfBirthTooOld : undefined;
}

function exists(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return false;
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

/** Age in full years. Both dates are YYYY-MM-DD. */
function ageOn(today: string, born: string): number {
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return today.slice(5) < born.slice(5) ? years - 1 : years;
}
