import { count } from "../../shared/format.ts";
import { showToast } from "../../shared/ui/show-toast.ts";
import { attempt, changeLists, queries, write } from "./calls.ts";
import { type Entry, type Kind, words } from "./kind.ts";

export type Acts<T extends Entry> = ReturnType<typeof actsOn<T>>;

/** Past forms of batch actions that have one of their own. */
const acted: Record<string, string> = { publish: "published", archive: "archived" };

/** Limit of one call. */
const maxBatch = 500;

/** Actions on the records of a list. A toast reports each result. */
export function actsOn<T extends Entry>(kind: Kind<T>) {
  const named = (records: T[]) => {
    const [only, second] = records;
    return only && !second ? kind.titleOf(only) : count(records.length, kind.noun);
  };
  const attemptTo = async (act: string, work: () => Promise<void>) => {
    if (!(await attempt(work, words.failed(kind.noun, act)))) void queries.invalidateQueries();
  };
  /** Returns the records it applied to: calls skip the others. */
  const batch = async (action: string, records: T[]): Promise<T[]> => {
    const ids = idsOf(records);
    const done = new Set<number>();
    for (let i = 0; i < ids.length; i += maxBatch) {
      const body = { ids: ids.slice(i, i + maxBatch), action };
      for (const { id } of await write<T[]>("POST", `${kind.path}/batch`, body)) done.add(id);
    }
    return records.filter(({ id }) => done.has(id));
  };
  /** Says what became of a batch, and names what was skipped. */
  const report = (act: string, past: string, records: T[], done: T[], undo?: () => void) => {
    const skipped = records.filter((record) => !done.includes(record));
    if (skipped.length > 0)
      void showToast({
        title: `${count(done.length, kind.noun)} of ${records.length} ${past}`,
        text: `We couldn’t ${act} ${named(skipped)}. Open one and ${act} it there to see why.`,
        look: "destructive",
        urgent: true,
      });
    else
      void showToast({
        title: words.done(kind.noun, past),
        text: named(records),
        action: undo && { label: "Undo", run: undo },
      });
  };
  const drop = (records: T[]) => {
    const gone = new Set(idsOf(records));
    return changeLists(kind.path, (rows) => rows.filter(({ id }) => !gone.has(id)));
  };
  /** Restores records from the trash; `after` updates the screen. */
  const takeBack = (records: T[], after: (done: T[]) => void) =>
    attemptTo("restore", async () => {
      const [only, second] = records;
      let done = records;
      if (only && !second) await write("POST", `${kind.path}/${only.id}/restore`);
      else done = await batch("restore", records);
      after(done);
      report("restore", "restored", records, done);
    });
  return {
    /** Restores records when the list shows the trash. */
    restore: (records: T[]) => takeBack(records, drop),
    set: (record: T, values: object) =>
      attemptTo("update", async () => {
        await write("PUT", `${kind.path}/${record.id}`, values);
        void showToast({ title: words.done(kind.noun, "updated"), text: kind.titleOf(record) });
      }),
    all: (action: string, records: T[]) =>
      attemptTo("update", async () => {
        report(action, acted[action] ?? "updated", records, await batch(action, records));
      }),
    remove: (records: T[]) =>
      attemptTo("delete", async () => {
        const [only, second] = records;
        let done = records;
        if (only && !second) await write("DELETE", `${kind.path}/${only.id}`);
        else done = await batch("delete", records);
        const undo = drop(done);
        report("delete", "deleted", records, done, () => void takeBack(done, undo));
      }),
  };
}

function idsOf(records: Entry[]): number[] {
  return records.map(({ id }) => id);
}
