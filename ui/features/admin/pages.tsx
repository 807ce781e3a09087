import { paths } from "../../paths.ts";
import type { StaffPage } from "../../shared/api.gen.ts";
import { count } from "../../shared/format.ts";
import { Button } from "../../shared/ui/button.tsx";
import { RelativeTime } from "../../shared/ui/time.tsx";
import { actsOn } from "./acts.ts";
import { type List, useList } from "./calls.ts";
import { pageKind } from "./kinds/page.ts";
import { RowButton } from "./parts/buttons.tsx";
import { Toolbar } from "./parts/toolbar.tsx";
import { usePlace } from "./place.ts";
import { RecordDialog } from "./record-dialog.tsx";
import { Finder } from "./record-list.tsx";
import { MoreOfList, Problem, Rows } from "./states.tsx";
import { Switch } from "./switch.tsx";

/** The content pages. Selecting one shows its offers. */
export function Pages({ mayEdit }: { mayEdit: boolean }) {
  const { place, go } = usePlace();
  const inBin = place.bin === "1";
  const list = useList<StaffPage>(pageKind.path, { q: place.q, bin: inBin || undefined });
  const mayOpen = mayEdit && (place.edit === "new" || list.items !== undefined);
  return (
    <section aria-label="Pages">
      <Toolbar>
        <Finder noun="page" />
        <Button look="quiet" aria-pressed={inBin} onClick={() => go({ bin: inBin ? undefined : "1", edit: undefined })}>
          Trash
        </Button>
        {mayEdit && <Button onClick={() => go({ edit: "new", bin: undefined })}>Add Page</Button>}
      </Toolbar>
      <PageCards list={list} mayEdit={mayEdit} inBin={inBin} />
      {mayOpen && place.edit && (
        <RecordDialog
          key={place.edit}
          kind={pageKind}
          edit={place.edit}
          item={list.items?.find((item) => String(item.id) === place.edit)}
          onClose={() => go({ edit: undefined }, { replace: true })}
        />
      )}
    </section>
  );
}

interface PageCardsProps {
  list: List<StaffPage>;
  mayEdit: boolean;
  inBin: boolean;
}

function PageCards({ list, mayEdit, inBin }: PageCardsProps) {
  const { place, go } = usePlace();
  if (list.error) return <Problem error={list.error} onRetry={list.reload} />;
  if (!list.items) return <Rows />;
  if (list.items.length === 0) {
    return (
      <div className="empty" role="status">
        <h2 className="heading">{inBin ? "The trash is empty" : "No pages found"}</h2>
      </div>
    );
  }
  const acts = actsOn(pageKind);
  return (
    <>
      <p className="mb-1 text-muted text-small figures-tabular" role="status">
        {count(list.total ?? 0, "page")}
      </p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,21rem),1fr))] gap-4">
        {list.items.map((page) => (
          <PageCard
            key={page.id}
            page={page}
            selected={page.slug === place.page}
            mayEdit={mayEdit}
            onOpen={(tab) => go({ tab, page: page.slug, q: undefined, edit: undefined })}
            onEdit={() => go({ edit: String(page.id) })}
            onActivate={(isActive) => acts.set(page, { isActive })}
            onDelete={() => acts.remove([page])}
            onRestore={() => acts.restore([page])}
          />
        ))}
      </ul>
      <MoreOfList list={list} />
    </>
  );
}

interface PageCardProps {
  page: StaffPage;
  selected: boolean;
  mayEdit: boolean;
  onOpen: (tab: "offers" | "analytics") => void;
  onEdit: () => void;
  onActivate: (on: boolean) => void;
  onDelete: () => void;
  onRestore: () => void;
}

/** Pages with a layout of their own, which can't be deleted. */
const builtIn = ["hot-offers", "settlements", "settlements2", "insuranceprotection"];

function PageCard({ page, selected, mayEdit, onOpen, onEdit, onActivate, onDelete, onRestore }: PageCardProps) {
  if (page.deletedAt) return <DeletedCard page={page} onRestore={mayEdit ? onRestore : undefined} />;
  const title = page.title;
  const slug = page.slug;
  return (
    <li
      className="flex flex-col pt-4 px-4.5 pb-3 border border-line rounded-small bg-surface aria-[current]:border-brand aria-[current]:[box-shadow:inset_0_3px_0_var(--gold)]"
      aria-current={selected ? "true" : undefined}
    >
      <div className="flex gap-3 items-baseline justify-between">
        <h2 className="card-title wrap-anywhere">{title}</h2>
        <span
          className="flex-none py-0.5 px-2 rounded-[3px] bg-sunken text-muted text-(length:--text-label) font-semibold data-on:bg-(--savings-ground) data-on:text-(--savings-ink)"
          data-on={page.isActive || undefined}
        >
          {page.isActive ? "Active" : "Inactive"}
        </span>
      </div>
      <p className="mt-1 text-muted text-small wrap-anywhere [&_a]:ml-2 [&_a]:text-ink [&_a]:whitespace-nowrap">
        {paths.content(slug)}{" "}
        {page.isActive && (
          <a href={paths.content(slug)} target="_blank" rel="noopener" aria-label={`Open ${title} in a new tab`}>
            Open <span aria-hidden="true">↗</span>
          </a>
        )}
      </p>
      <p className="flex-1 my-2.5">{page.description}</p>
      <p className="flex flex-wrap gap-1 items-center -mx-2.5 pt-2 border-t border-t-line [&_.switch]:ml-auto [&_.switch]:mr-2.5">
        <RowButton aria-label={`Offers on ${title}`} onClick={() => onOpen("offers")}>
          Offers
        </RowButton>
        <RowButton aria-label={`Analytics for ${title}`} onClick={() => onOpen("analytics")}>
          Analytics
        </RowButton>
        {mayEdit && (
          <>
            <RowButton aria-label={`Edit ${title}`} onClick={onEdit}>
              Edit
            </RowButton>
            {!builtIn.includes(slug) && (
              <RowButton danger aria-label={`Delete ${title}`} onClick={onDelete}>
                Delete
              </RowButton>
            )}
            <Switch label={`Active: ${title}`} on={page.isActive} disabled={false} onChange={onActivate} />
          </>
        )}
      </p>
    </li>
  );
}

/** A page in the trash. */
function DeletedCard({ page: { title, slug, deletedAt }, onRestore }: { page: StaffPage; onRestore?: () => void }) {
  return (
    <li className="flex flex-col pt-4 px-4.5 pb-3 border border-line rounded-small bg-surface aria-[current]:border-brand aria-[current]:[box-shadow:inset_0_3px_0_var(--gold)]">
      <h2 className="card-title wrap-anywhere">{title}</h2>
      <p className="mt-1 text-muted text-small wrap-anywhere [&_a]:ml-2 [&_a]:text-ink [&_a]:whitespace-nowrap">
        {paths.content(slug)}
      </p>
      <p className="flex-1 my-2.5">
        Deleted {deletedAt && <RelativeTime iso={deletedAt} />}, with its offers and questions.
      </p>
      {onRestore && (
        <p className="flex flex-wrap gap-1 items-center -mx-2.5 pt-2 border-t border-t-line [&_.switch]:ml-auto [&_.switch]:mr-2.5">
          <RowButton aria-label={`Restore ${title}`} onClick={onRestore}>
            Restore
          </RowButton>
        </p>
      )}
    </li>
  );
}
