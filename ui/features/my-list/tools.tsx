import { useRef } from "react";
import { useSite } from "../../shared/site.ts";
import { Button } from "../../shared/ui/button.tsx";
import { copyText, showToast } from "../../shared/ui/show-toast.ts";
import { asText } from "./as-text.ts";
import { download } from "./download.ts";
import { clearMyList, type MyList } from "./use-my-list.ts";

/** Actions on the whole list. */
export function Tools({ list, today }: { list: MyList; today: string }) {
  const site = useSite();
  const dialog = useRef<HTMLDialogElement>(null);
  const copy = () =>
    copyText(
      asText(list, today, site),
      { title: "Your list has been copied." },
      { title: "Your browser didn’t let us copy your list. Download it as text instead.", urgent: true },
    );
  const clear = () => {
    dialog.current?.close();
    clearMyList();
    document.getElementById("main")?.focus({ preventScroll: true }); // the focused button has disappeared
    showToast({ title: "Your list has been cleared." });
  };
  return (
    <div className="print:hidden mt-6 flex flex-wrap gap-3">
      <Button look="quiet" onClick={copy}>
        Copy as text
      </Button>
      <Button
        look="quiet"
        onClick={() => download("my-list.txt", "text/plain;charset=utf-8", asText(list, today, site))}
      >
        Download as text
      </Button>
      <Button look="quiet" onClick={() => print()}>
        Print
      </Button>
      <Button look="quiet" onClick={() => dialog.current?.showModal()}>
        Clear all…
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby="clear-title"
        className="m-auto w-[min(30rem,100vw-2rem)] rounded-large border border-line bg-surface p-6 text-ink backdrop:bg-[rgb(8_20_16/55%)]"
      >
        <h2 id="clear-title" className="heading">
          Clear your list?
        </h2>
        <p className="mt-3">
          This deletes your deadlines, your progress and notes on guides, your checklists and your yearly savings from
          this browser. We don’t have a copy, so you can’t undo it.
        </p>
        <p className="mt-6 flex flex-wrap justify-end gap-3">
          <Button look="quiet" onClick={() => dialog.current?.close()}>
            Keep my list
          </Button>
          <Button onClick={clear}>Clear all</Button>
        </p>
      </dialog>
    </div>
  );
}
