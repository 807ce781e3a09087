import { useCallback, useRef, useState } from "react";
import { ApiError, fieldErrors } from "../../shared/api.ts";
import { showError, showToast } from "../../shared/ui/show-toast.ts";
import { useUser } from "../../shared/user.ts";
import { failed, write } from "./calls.ts";
import { type Draft, draftKey, keepDraft, readDraft } from "./drafts.ts";
import {
  bodyOf,
  changed,
  check,
  type Entry,
  type Kind,
  type StepValues,
  type Value,
  type Values,
  valuesOf,
  words,
} from "./kind.ts";

interface Options<T extends Entry> {
  kind: Kind<T>;
  /** Id of the record, or "new". */
  edit: string;
  /** The record on the server; null for a new one. */
  item: T | null;
  /** The record's content page. */
  pageId?: number;
  /** Initial values of a new record, beside its kind's. */
  start?: Values;
  /** A draft stored elsewhere; this browser's takes precedence. */
  copy?: Draft<T> | null;
}

/** A record as last saved, and its values. */
interface Kept<T> {
  from: T | null;
  base: Values;
}

function keptAs<T extends Entry>(kind: Kind<T>, from: T | null): Kept<T> {
  return { from, base: valuesOf(kind, from) };
}

export type RecordForm<T extends Entry> = ReturnType<typeof useRecordForm<T>>;

/** The state of a record's form, and its saving. Unsaved input is kept in the browser. */
export function useRecordForm<T extends Entry>({ kind, edit, item, pageId, start, copy = null }: Options<T>) {
  const user = useUser()?.email ?? "";
  const key = useRef(draftKey(user, kind.id, pageId, edit)); // changes when a new record gets its id
  const [draft] = useState(() => readDraft<T>(key.current) ?? copy);
  const [{ from, base }, setKept] = useState(() => keptAs(kind, draft?.from ?? item));
  const kept = useRef({ from, base }); // this and `latest` may be newer than the last render
  const [values, setValues] = useState<Values>(() => ({ ...base, ...start, ...draft?.values }));
  const latest = useRef(values);
  const [restored, setRestored] = useState(draft !== null);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState<"quietly" | "by hand" | null>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const [refused, setRefused] = useState<Values | null>(null); // the values of a failed save
  const [theirs, setTheirs] = useState<T | null>(null);
  const [comparing, setComparing] = useState(false);

  const show = (next: Values) => {
    latest.current = next;
    setValues(next);
  };
  const keep = (next: Kept<T>) => {
    kept.current = next;
    setKept(next);
  };
  /** Takes over a newer version that has the same values, so that the next save isn't a conflict. */
  const meet = useCallback(
    (now: T) => {
      const { from, base } = kept.current;
      if (!from || now.version <= from.version || changed(kind, valuesOf(kind, now), valuesOf(kind, from)).length > 0)
        return;
      kept.current = { from: now, base };
      setKept(kept.current);
    },
    [kind],
  );
  const set = (next: Values) => {
    const { from, base } = kept.current;
    show(next);
    keepDraft(key.current, changed(kind, next, base).length > 0 ? { values: next, from } : null);
  };
  const put = (name: string, value: Value) => {
    const before = latest.current;
    const next = { ...before, [name]: value };
    const { suggest } = kind;
    const { from } = kept.current;
    const open = from === null || suggest?.still?.(from);
    if (open && suggest?.from === name && before[suggest.to] === suggest.make(String(before[name])))
      next[suggest.to] = suggest.make(String(value));
    set(next);
    setWrong((wrong) => Object.fromEntries(Object.entries(wrong).filter(([at]) => next[at] === before[at])));
  };

  /** Shows why a call was refused, at the fields that it names. */
  const refuse = (error: unknown, otherwise: string, quietly = false) => {
    const found = fieldErrors(error);
    setWrong(found);
    if (!quietly || Object.keys(found).length === 0) failed(error, otherwise);
  };

  /** Saves the changes; returns the record, or null if they were refused. */
  const saveNow = async (quietly: boolean): Promise<T | null> => {
    const values = latest.current;
    const { from, base } = kept.current;
    const names = from ? changed(kind, values, base) : kind.fields.map(({ name }) => name);
    const found = check(kind, values);
    setWrong(found);
    const [first] = Object.values(found);
    if (first) {
      void showError(first);
      return null;
    }
    if (from && names.length === 0) return from;
    setSaving(quietly ? "quietly" : "by hand");
    try {
      const body = { ...bodyOf(kind, values, names), ...(quietly && { autosave: true }) };
      const saved = from
        ? await write<T>("PUT", `${kind.path}/${from.id}`, { ...body, version: from.version })
        : await write<T>("POST", kind.path, { ...body, pageId });
      const settled = settle(kind, values, saved);
      const typed = latest.current !== values;
      show(merge(latest.current, values, settled));
      keep({ from: saved, base: settled });
      setRefused(null);
      setTheirs(null);
      setRestored(false);
      keepDraft(key.current, null);
      key.current = draftKey(user, kind.id, pageId, String(saved.id));
      if (typed) keepDraft(key.current, { values: latest.current, from: saved });
      const done =
        statusWords[settled.status !== base.status ? String(settled.status) : ""] ?? (from ? "updated" : "created");
      if (!quietly) void showToast({ title: words.done(kind.noun, done), text: kind.titleOf(saved) });
      return saved;
    } catch (error) {
      setRefused(values);
      if (error instanceof ApiError && error.current) {
        setTheirs(error.current as T);
        setComparing(!quietly); // don't interrupt someone who is typing
      } else {
        refuse(error, words.failed(kind.noun, from ? "update" : "create"), quietly);
      }
      return null;
    } finally {
      setSaving(null);
    }
  };
  /**
   * Saves after the previous save has ended, since two at once would add a new record twice. A quiet save shows no
   * success, and errors only at their fields.
   */
  const save = (quietly = false): Promise<T | null> => {
    const turn = queue.current.then(() => saveNow(quietly));
    queue.current = turn;
    return turn;
  };

  return {
    from,
    values,
    wrong,
    saving: saving !== null,
    /** Only saves by hand make the user wait. */
    busy: saving === "by hand",
    /** The fields changed since the last save. */
    changed: changed(kind, values, base),
    /** The current values and their base, which may be newer than the last render. */
    now: () => ({ values: latest.current, from: kept.current.from }),
    /** Whether these values were refused before. */
    refused: refused === values,
    restored,
    /** The record as saved by someone else. */
    theirs,
    /** Whether the user is resolving that conflict. */
    comparing,
    compare: () => setComparing(true),
    put,
    /** Changes the current steps. */
    putSteps: (change: (steps: StepValues[]) => StepValues[]) => {
      const { items } = latest.current;
      put("items", change(Array.isArray(items) ? items : []));
    },
    /** Saves together with these values, which enter the form only when saved. */
    async save(also: Values = {}): Promise<T | null> {
      const before = latest.current;
      show({ ...before, ...also });
      const saved = await save();
      if (saved) return saved;
      const sent = latest.current;
      const undone = Object.fromEntries(Object.keys(also).map((name) => [name, before[name] ?? ""]));
      const back = { ...sent, ...undone };
      set(back);
      setRefused((refused) => (refused === sent ? back : refused));
      return null;
    },
    saveQuietly: () => save(true),
    refuse,
    meet,
    /** Takes over a status set on schedule. If more has changed, the next save reports it. */
    follow(now: T) {
      const { from, base } = kept.current;
      const [was, is] = [valuesOf(kind, from), valuesOf(kind, now)];
      const { status } = is;
      if (status === undefined || latest.current.status !== base.status) return;
      if (changed(kind, is, was).some((name) => name !== "status")) return;
      keep({ from: now, base: { ...base, status } });
      show({ ...latest.current, status });
    },
    forget: () => keepDraft(key.current, null),
    startOver() {
      const start = item ?? from;
      const first = keptAs(kind, start);
      keepDraft(key.current, null);
      setTheirs(null);
      keep(first);
      show(first.base);
      setRestored(false);
      setWrong({});
    },
    backToMine: () => setComparing(false),
    /** Saves the result of a conflict. */
    async choose(chosen: Values): Promise<T | null> {
      if (!theirs) return null;
      setTheirs(null);
      setComparing(false);
      keep(keptAs(kind, theirs));
      show(chosen);
      keepDraft(key.current, { values: chosen, from: theirs });
      const saved = await save();
      if (saved === theirs) keepDraft(key.current, null); // nothing of the user's own is left
      return saved;
    },
  };
}

/** The save state of a form; `lacking` names what a save would be refused for. */
export function savedState<T extends Entry>(form: RecordForm<T>, lacking: string[] = []): string {
  const { from, changed, saving, refused, theirs, wrong } = form;
  if (saving) return "Saving…";
  const [reason] = theirs ? ["Someone else changed it."] : [...Object.values(wrong), ...lacking];
  if (reason) return from && changed.length === 0 ? reason : `Not saved: ${reason}`;
  if (refused) return "Not saved";
  if (changed.length > 0) return "Unsaved changes";
  return from ? "Saved" : "";
}

/** Toasts for saves that changed the status. */
const statusWords: Record<string, string> = { published: "published", scheduled: "scheduled", archived: "archived" };

/**
 * A form's values after a save: as typed, except for what the server decides, such as the status and the ids of steps.
 */
function settle<T extends Entry>(kind: Kind<T>, sent: Values, saved: T): Values {
  const answered = valuesOf(kind, saved);
  return Object.fromEntries(
    kind.fields.map(({ name, type }) => {
      const [value = "", answer = ""] = [sent[name], answered[name]];
      if (Array.isArray(value) && Array.isArray(answer))
        return [name, value.map((step, i) => ({ ...step, id: answer[i]?.id }))];
      return [name, type === "choice" || type === "time" ? answer : value];
    }),
  );
}

/** What was typed after the values were sent, and the settled rest. */
function merge(typed: Values, sent: Values, settled: Values): Values {
  return Object.fromEntries(
    Object.entries(typed).map(([name, value]) => {
      const other = settled[name] ?? value;
      if (value === sent[name]) return [name, other];
      if (!Array.isArray(value) || !Array.isArray(other)) return [name, value];
      const ids = new Map(other.map(({ key, id }) => [key, id]));
      return [name, value.map((step) => ({ ...step, id: step.id ?? ids.get(step.key) }))];
    }),
  );
}
