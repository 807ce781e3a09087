import { useEffect } from "react";
import { paths } from "../../paths.ts";
import { Head } from "../../shared/head.tsx";
import { prepareToasts } from "../../shared/ui/show-toast.ts";
import { Checklists } from "./checklists.tsx";
import { Deadlines } from "./deadlines.tsx";
import { Guides } from "./guides.tsx";
import { Tools } from "./tools.tsx";
import { useMyList, useToday } from "./use-my-list.ts";
import { Year } from "./year.tsx";

export { Deadlines }; // for the gallery

/** What the reader stores in this browser. None of it is requested from or sent to the server. */
export function Component() {
  const list = useMyList();
  const today = useToday();
  const isEmpty = list !== null && Object.values(list).every(({ length }) => length === 0);
  useEffect(() => {
    prepareToasts(); // the page keeps working offline
  }, []);
  return (
    <div className="wrap section">
      <Head
        title="My list"
        description="Your deadlines, guides and yearly savings, saved in your own browser."
        path={paths.myList}
        noindex
      />
      <header className="max-w-[46rem]">
        <h1 className="title">My list</h1>
        <p className="lead mt-4">
          Your deadlines, the guides and checklists you’ve started and the savings you’re counting on, in one place.
          Everything stays in this browser. You don’t need an account, and nothing is sent to us or anyone else.
        </p>
        <p className="mt-4 hidden noscript:block">
          Turn on JavaScript to see your list. It exists only in your browser.
        </p>
        {list && !isEmpty && <Tools list={list} today={today} />}
      </header>
      <div className="mt-10 grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_24rem] print:block">
        <div className="min-w-0">
          <Deadlines deadlines={list?.deadlines} today={today} />
          <Guides guides={list?.guides} />
          <Checklists checklists={list?.checklists} />
        </div>
        <div className="min-w-0 print:mt-12">
          <Year savings={list?.savings} />
        </div>
      </div>
      <p className="mt-12 max-w-[60ch] text-small text-muted">
        Each browser and device has its own list. A private window has one too, and forgets it when you close the
        window. If you clear this site’s data in your browser, your list goes with it.
      </p>
    </div>
  );
}
