import type { ReactNode } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { Analytics } from "./analytics.tsx";
import { BulkImport } from "./bulk-import.tsx";
import { useRead } from "./calls.ts";
import { Choice } from "./fields.tsx";
import type { Item } from "./kind.ts";
import { contentOfferKind, questionKind } from "./kinds.ts";
import { Pages } from "./pages.tsx";
import { usePlace } from "./place.ts";
import { Records } from "./records.tsx";
import { Problem, Rows } from "./states.tsx";
import { Tabs } from "./tabs.tsx";

const tabs = [
  { id: "pages", label: "Pages" },
  { id: "offers", label: "Offers" },
  { id: "analytics", label: "Analytics" },
] as const;

/** The content pages, and the offers and figures of the one that is selected. */
export function Content({ mayEdit }: { mayEdit: boolean }) {
  const { place, go } = usePlace();
  const current = tabs.find(({ id }) => id === place.tab)?.id ?? "pages";
  return (
    <Tabs
      label="Content"
      tabs={tabs}
      current={current}
      onChange={(tab, replace) =>
        go({ tab, q: undefined, bin: undefined, edit: undefined, list: undefined }, { replace })
      }
    >
      {current === "pages" && <Pages mayEdit={mayEdit} />}
      {current === "offers" && (
        <OfSelectedPage tools={<ListChoice />} of={(page) => <PageRecords page={page} mayEdit={mayEdit} />} />
      )}
      {current === "analytics" && <OfSelectedPage of={(page) => <Analytics slug={String(page.slug)} />} />}
    </Tabs>
  );
}

/** What belongs to the page that the address names, with the way to another one. */
function OfSelectedPage({ of, tools }: { of: (page: Item) => ReactNode; tools?: ReactNode }) {
  const { place, go } = usePlace();
  const { data: pages, error, reload } = useRead<Item[]>("/api/content/pages?limit=200");
  if (!place.page) return <SelectAPage />;
  if (error) return <Problem error={error} onRetry={reload} />;
  if (!pages) return <Rows />;
  const page = pages.find(({ slug }) => slug === place.page);
  return (
    <>
      <div className="scope">
        <Choice
          label="Page"
          value={page ? place.page : ""}
          onChange={(event) => go({ page: event.currentTarget.value })}
        >
          {!page && <option value="">Select a Page</option>}
          {pages.map(({ id, slug, title, isActive }) => (
            <option key={id} value={String(slug)}>
              {String(title)}
              {isActive ? "" : " (inactive)"}
            </option>
          ))}
        </Choice>
        {page && tools}
      </div>
      {page ? of(page) : <SelectAPage />}
    </>
  );
}

function SelectAPage() {
  const { go } = usePlace();
  return (
    <div className="empty">
      <h2 className="heading">Select a Page</h2>
      <p className="mt-2 text-muted">Choose one on the Pages tab to see what belongs to it.</p>
      <p className="mt-6">
        <Button look="quiet" onClick={() => go({ tab: "pages", page: undefined })}>
          Go to the pages
        </Button>
      </p>
    </div>
  );
}

const lists = [
  { id: "offers", label: "Offers" },
  { id: "questions", label: "Questions" },
] as const;

/** Which of the page's records: its offers or its questions. */
function ListChoice() {
  const { place, go } = usePlace();
  const current = place.list === "questions" ? "questions" : "offers";
  return (
    <fieldset className="segments">
      <legend className="sr-only">What belongs to the page</legend>
      {lists.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          className="segment"
          aria-pressed={id === current}
          onClick={() => go({ list: id === "offers" ? undefined : id, q: undefined, bin: undefined, edit: undefined })}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

function PageRecords({ page, mayEdit }: { page: Item; mayEdit: boolean }) {
  const { place } = usePlace();
  if (place.list === "questions")
    return <Records key={`questions ${page.id}`} kind={questionKind} pageId={page.id} mayEdit={mayEdit} />;
  return (
    <Records
      key={`offers ${page.id}`}
      kind={contentOfferKind}
      pageId={page.id}
      mayEdit={mayEdit}
      tools={(reload) => <BulkImport pageId={page.id} onImported={reload} />}
    />
  );
}
