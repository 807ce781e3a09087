import { Fragment, type ReactNode } from "react";
import type { AdminPlace } from "../../shared/admin-paths.ts";
import type { StaffPage } from "../../shared/api.gen.ts";
import { Options } from "../../shared/form/fields.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Analytics } from "./analytics.tsx";
import { useRead } from "./calls.ts";
import { contentOfferKind } from "./kinds/offers.tsx";
import { questionKind } from "./kinds/question.ts";
import { OrderPanel } from "./order-panel.tsx";
import { Pages } from "./pages.tsx";
import { Choice, Segment, Segments } from "./parts/toolbar.tsx";
import { usePlace } from "./place.ts";
import { Records } from "./records.tsx";
import { Problem, Rows } from "./states.tsx";
import { Tabs } from "./tabs.tsx";

const tabs = [
  { id: "pages", label: "Pages" },
  { id: "offers", label: "Offers" },
  { id: "analytics", label: "Analytics" },
] as const;

/** Another list begins with all of it, in its own order. */
const anew = { q: undefined, status: undefined, bin: undefined, sort: undefined, edit: undefined };

/** The content pages, and the offers and figures of the one that is selected. */
export function Content({ mayEdit }: { mayEdit: boolean }) {
  const { place, go } = usePlace();
  const current = tabs.find(({ id }) => id === place.tab)?.id ?? "pages";
  return (
    <Tabs
      label="Content"
      tabs={tabs}
      current={current}
      onChange={(tab, replace) => go({ ...anew, tab, list: undefined }, { replace })}
    >
      {current === "pages" && <Pages mayEdit={mayEdit} />}
      {current === "offers" && (
        <OfSelectedPage tools={<ListChoice />} of={(page) => listAt(place).show(page, mayEdit)} />
      )}
      {current === "analytics" && <OfSelectedPage of={(page) => <Analytics slug={page.slug} />} />}
    </Tabs>
  );
}

/** Offers or questions that the address names, with the way to another one. */
function OfSelectedPage({ of, tools }: { of: (page: StaffPage) => ReactNode; tools?: ReactNode }) {
  const { place, go } = usePlace();
  const { data: pages, error, reload } = useRead<StaffPage[]>("/api/content/pages?limit=200");
  if (!place.page) return <SelectAPage />;
  if (error) return <Problem error={error} onRetry={reload} />;
  if (!pages) return <Rows />;
  const page = pages.find(({ slug }) => slug === place.page);
  return (
    <>
      <div className="flex flex-wrap gap-x-5 gap-y-3 items-center mb-4">
        <Choice
          label="Page"
          value={page ? place.page : ""}
          onChange={(event) => go({ page: event.currentTarget.value })}
        >
          {!page && <option value="">Select a Page</option>}
          <Options of={pages.map(({ slug, title, isActive }) => [slug, isActive ? title : `${title} (inactive)`])} />
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
      <p className="mt-2 text-muted">Choose one on the Pages tab to see its offers and analytics.</p>
      <p className="mt-6">
        <Button look="quiet" onClick={() => go({ tab: "pages", page: undefined })}>
          Go to Pages
        </Button>
      </p>
    </div>
  );
}

interface PageList {
  /** In the address; the first list has none. */
  id?: string;
  label: string;
  show: (page: StaffPage, mayEdit: boolean) => ReactNode;
}

/** The pages whose offers the optimiser has no part in. */
const ownOrder = ["settlements", "settlements2"];

/** What belongs to a page. */
const lists: [PageList, ...PageList[]] = [
  {
    label: "Offers",
    show: (page, mayEdit) => (
      <Fragment key={`offers ${page.id}`}>
        {page.isActive && !ownOrder.includes(page.slug) && <OrderPanel page={`content-${page.id}`} mayEdit={mayEdit} />}
        <Records kind={contentOfferKind} pageId={page.id} mayEdit={mayEdit} />
      </Fragment>
    ),
  },
  {
    id: "questions",
    label: "Questions",
    show: ({ id }, mayEdit) => <Records key={`questions ${id}`} kind={questionKind} pageId={id} mayEdit={mayEdit} />,
  },
];

const listAt = (place: AdminPlace) => lists.find(({ id }) => id === place.list) ?? lists[0];

/** Which of the page's records: its offers or its questions. */
function ListChoice() {
  const { place, go } = usePlace();
  const current = listAt(place);
  return (
    <Segments label="Offers or questions">
      {lists.map((list) => (
        <Segment key={list.label} pressed={list === current} onClick={() => go({ ...anew, list: list.id })}>
          {list.label}
        </Segment>
      ))}
    </Segments>
  );
}
