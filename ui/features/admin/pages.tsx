import { paths } from "../../paths.ts";
import { count } from "../../shared/format.ts";
import { Button } from "../../shared/ui/button.tsx";
import { SearchForm, useSearchText } from "../../shared/ui/search.tsx";
import { showToast } from "../../shared/ui/show-toast.ts";
import { failed, type List, useList, write } from "./calls.ts";
import { type Item, words } from "./kind.ts";
import { pageKind } from "./kinds.ts";
import { placeWith, usePlace } from "./place.ts";
import { RecordDialog } from "./record-dialog.tsx";
import { Switch } from "./record-table.tsx";
import { MoreOfList, Problem, Rows } from "./states.tsx";

/** The content pages. Selecting one leads to its offers. */
export function Pages({ mayEdit }: { mayEdit: boolean }) {
  const { place, go } = usePlace();
  const { text, setText, submit } = useSearchText(place.q ?? "", (q) => placeWith({ q }));
  const list = useList<Item>(`/api/content/pages?q=${encodeURIComponent(place.q ?? "")}`);
  const mayOpen = mayEdit && (place.edit === "new" || list.items !== undefined);
  return (
    <section aria-label="Pages">
      <div className="tools">
        <SearchForm
          action={paths.adminContent}
          label="Search pages"
          placeholder="Search pages..."
          text={text}
          onText={setText}
          onSubmit={submit}
          keep={{ ...place, q: undefined }}
        />
        {mayEdit && <Button onClick={() => go({ edit: "new" })}>Add Page</Button>}
      </div>
      <PageCards list={list} mayEdit={mayEdit} />
      {mayOpen && place.edit && (
        <RecordDialog
          key={place.edit}
          kind={pageKind}
          edit={place.edit}
          item={list.items?.find((item) => String(item.id) === place.edit)}
          onSaved={list.reload}
          onClose={() => go({ edit: undefined }, { replace: true })}
        />
      )}
    </section>
  );
}

function PageCards({ list, mayEdit }: { list: List<Item>; mayEdit: boolean }) {
  const { place, go } = usePlace();
  if (list.error) return <Problem error={list.error} onRetry={list.reload} />;
  if (!list.items) return <Rows />;
  if (list.items.length === 0) {
    return (
      <div className="empty" role="status">
        <h2 className="heading">No pages found</h2>
      </div>
    );
  }
  const activate = async (page: Item, isActive: boolean) => {
    try {
      list.replace([await write<Item>("PUT", `${pageKind.path}/${page.id}`, { isActive })]);
      void showToast({ title: words.done("page", "updated") });
    } catch (error) {
      failed(error, words.failed("page", "update"));
      list.reload();
    }
  };
  return (
    <>
      <p className="results-count" role="status">
        {count(list.total ?? 0, "page")}
      </p>
      <ul className="page-cards">
        {list.items.map((page) => (
          <PageCard
            key={page.id}
            page={page}
            selected={page.slug === place.page}
            mayEdit={mayEdit}
            onOpen={(tab) => go({ tab, page: String(page.slug), q: undefined, edit: undefined })}
            onEdit={() => go({ edit: String(page.id) })}
            onActivate={(on) => activate(page, on)}
          />
        ))}
      </ul>
      <MoreOfList list={list} />
    </>
  );
}

interface PageCardProps {
  page: Item;
  selected: boolean;
  mayEdit: boolean;
  onOpen: (tab: "offers" | "analytics") => void;
  onEdit: () => void;
  onActivate: (on: boolean) => void;
}

function PageCard({ page, selected, mayEdit, onOpen, onEdit, onActivate }: PageCardProps) {
  const title = String(page.title);
  const slug = String(page.slug);
  return (
    <li className="page-card" aria-current={selected ? "true" : undefined}>
      <div className="page-card-head">
        <h2 className="card-title">{title}</h2>
        <span className="state" data-on={page.isActive || undefined}>
          {page.isActive ? "Active" : "Inactive"}
        </span>
      </div>
      <p className="page-slug">
        /{slug}{" "}
        <a href={paths.content(slug)} target="_blank" rel="noopener" aria-label={`Open ${title} in a new tab`}>
          Open <span aria-hidden="true">↗</span>
        </a>
      </p>
      <p className="page-text">{String(page.description)}</p>
      <p className="page-act">
        <button type="button" className="row-button" aria-label={`Offers of ${title}`} onClick={() => onOpen("offers")}>
          Offers
        </button>
        <button
          type="button"
          className="row-button"
          aria-label={`Analytics of ${title}`}
          onClick={() => onOpen("analytics")}
        >
          Analytics
        </button>
        {mayEdit && (
          <>
            <button type="button" className="row-button" aria-label={`Edit ${title}`} onClick={onEdit}>
              Edit
            </button>
            <Switch label={`Active: ${title}`} on={page.isActive} disabled={false} onChange={onActivate} />
          </>
        )}
      </p>
    </li>
  );
}
