import { count } from "../../shared/format.ts";
import { showToast } from "../../shared/ui/show-toast.ts";
import { changeLists, failed, queries, write } from "./calls.ts";
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
  const attempt = async (act: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      failed(error, words.failed(kind.noun, act));
      void queries.invalidateQueries();
    }
  };
  /** Returns how many records it applied to: calls skip the others. */
  const batch = async (action: string, ids: number[]): Promise<number> => {
    let done = 0;
    for (let i = 0; i < ids.length; i += maxBatch) {
      const body = { ids: ids.slice(i, i + maxBatch), action };
      done += (await write<T[]>("POST", `${kind.path}/batch`, body)).length;
    }
    return done;
  };
  const drop = (records: T[]) => {
    const gone = new Set(idsOf(records));
    return changeLists(kind.path, (rows) => rows.filter(({ id }) => !gone.has(id)));
  };
  /** Restores records from the trash; `after` updates the screen. */
  const takeBack = (records: T[], after: () => void) =>
    attempt("restore", async () => {
      const ids = idsOf(records);
      if (ids.length === 1) await write("POST", `${kind.path}/${ids[0]}/restore`);
      else await batch("restore", ids);
      after();
      void showToast({ title: words.done(kind.noun, "restored"), text: named(records) });
    });
  return {
    /** Restores records when the list shows the trash. */
    restore: (records: T[]) => takeBack(records, () => drop(records)),
    set: (record: T, values: object) =>
      attempt("update", async () => {
        await write("PUT", `${kind.path}/${record.id}`, values);
        void showToast({ title: words.done(kind.noun, "updated"), text: kind.titleOf(record) });
      }),
    all: (action: string, records: T[]) =>
      attempt("update", async () => {
        const done = await batch(action, idsOf(records));
        if (done === records.length)
          void showToast({ title: words.done(kind.noun, acted[action] ?? "updated"), text: named(records) });
        else
          void showToast({
            title: `${count(done, kind.noun)} of ${records.length} updated`,
            text: `We couldn’t ${action} the rest. Open one and ${action} it there to see why.`,
            look: "destructive",
            urgent: true,
          });
      }),
    remove: (records: T[]) =>
      attempt("delete", async () => {
        const ids = idsOf(records);
        if (ids.length === 1) await write("DELETE", `${kind.path}/${ids[0]}`);
        else await batch("delete", ids);
        const undo = drop(records);
        void showToast({
          title: words.done(kind.noun, "deleted"),
          text: named(records),
          action: { label: "Undo", run: () => void takeBack(records, undo) },
        });
      }),
  };
}

function idsOf(records: Entry[]): number[] {
  return records.map(({ id }) => id);
}
