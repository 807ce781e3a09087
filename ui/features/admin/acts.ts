import { count } from "../../shared/format.ts";
import { showToast } from "../../shared/ui/show-toast.ts";
import { changeLists, failed, queries, write } from "./calls.ts";
import { type Entry, type Kind, words } from "./kind.ts";

export type Acts<T extends Entry> = ReturnType<typeof actsOn<T>>;

/** Most that one call takes. */
const mostAtOnce = 500;

/** What can be done to the records of a list. A toast says how it went. */
export function actsOn<T extends Entry>(kind: Kind<T>) {
  const attempt = async (act: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      failed(error, words.failed(kind.noun, act));
      void queries.invalidateQueries();
    }
  };
  /** Returns how many it was done to: the calls pass over those that it cannot be done to. */
  const batch = async (action: string, ids: number[]): Promise<number> => {
    let done = 0;
    for (let i = 0; i < ids.length; i += mostAtOnce) {
      const body = { ids: ids.slice(i, i + mostAtOnce), action };
      done += (await write<T[]>("POST", `${kind.path}/batch`, body)).length;
    }
    return done;
  };
  const drop = (ids: number[]) => {
    const gone = new Set(ids);
    return changeLists(kind.path, (rows) => rows.filter(({ id }) => !gone.has(id)));
  };
  /** Takes records out of the bin; `after` puts them in their place on the screen. */
  const takeBack = (ids: number[], after: () => void) =>
    attempt("restore", async () => {
      if (ids.length === 1) await write("POST", `${kind.path}/${ids[0]}/restore`);
      else await batch("restore", ids);
      after();
      void showToast({ title: words.done(kind.noun, "restored") });
    });
  return {
    /** Takes records out of the bin, which is the list that is shown. */
    restore: (ids: number[]) => takeBack(ids, () => drop(ids)),
    set: ({ id }: T, values: object) =>
      attempt("update", async () => {
        await write("PUT", `${kind.path}/${id}`, values);
        void showToast({ title: words.done(kind.noun, "updated") });
      }),
    all: (action: string, ids: number[]) =>
      attempt("update", async () => {
        const done = await batch(action, ids);
        if (done === ids.length) void showToast({ title: words.done(kind.noun, "updated") });
        else
          void showToast({
            title: `${count(done, kind.noun)} of ${ids.length} updated`,
            text: `The others can’t be. Open one and ${action} it there to see why.`,
            look: "destructive",
            urgent: true,
          });
      }),
    remove: (ids: number[]) =>
      attempt("delete", async () => {
        if (ids.length === 1) await write("DELETE", `${kind.path}/${ids[0]}`);
        else await batch("delete", ids);
        const undo = drop(ids);
        void showToast({
          title: words.done(kind.noun, "deleted"),
          action: { label: "Undo", run: () => void takeBack(ids, undo) },
        });
      }),
  };
}
