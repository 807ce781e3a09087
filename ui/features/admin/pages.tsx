import { paths } from "../../paths.ts";
import type { StaffPage } from "../../shared/api.gen.ts";
import { count } from "../../shared/format.ts";
import { Button } from "../../shared/ui/button.tsx";
import { RelativeTime } from "../../shared/ui/time.tsx";
import { actsOn } from "./acts.ts";
import { type List, useList } from "./calls.ts";
import { pageKind } from "./kinds/editorial.ts";
import { RowButton } from "./parts/buttons.tsx";
import { Toolbar } from "./parts/toolbar.tsx";
import { usePlace } from "./place.ts";
import { RecordDialog } from "./record-dialog.tsx";
import { Finder } from "./record-list.tsx";
import { MoreOfList, Nothing, Problem, Rows } from "./states.tsx";
import { Switch } from "./switch.tsx";

/** The content pages. Selecting one shows its offers. */
export function Pages({ mayEdit }: { mayEdit: boolean }) {
  const { place, go } = usePlace();
  const inBin = place.bin === "1";
  const list = useList<StaffPage>(pageKind.path, { q: place.q, bin: inBin || undefined });
  const mayOpen = mayEdit && (place.edit === "new" || list.data !== undefined);
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
          item={list.data?.find((item) => String(item.id) === place.edit)}
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
  const { place } = usePlace();
  if (list.error) return <Problem error={list.error} onRetry={list.reload} />;
  if (!list.data) return <Rows />;
  if (list.data.length === 0) return <Nothing title={inBin ? "The trash is empty" : "No pages found"} />;
  return (
    <>
      <p className="mb-1 text-muted text-small figures-tabular" role="status">
        {count(list.total ?? 0, "page")}
      </p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,21rem),1fr))] gap-4">
        {list.data.map((page) => (
          <PageCard key={page.id} page={page} selected={page.slug === place.page} mayEdit={mayEdit} />
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
}

const acts = actsOn(pageKind);

const look = {
  card: "flex flex-col pt-4 px-4.5 pb-3 border border-line rounded-small bg-surface aria-[current]:border-brand aria-[current]:[box-shadow:inset_0_3px_0_var(--gold)]",
  address: "mt-1 text-muted text-small wrap-anywhere [&_a]:ml-2 [&_a]:text-ink [&_a]:whitespace-nowrap",
  acts: "flex flex-wrap gap-1 items-center -mx-2.5 pt-2 border-t border-t-line [&_.switch]:ml-auto [&_.switch]:mr-2.5",
};

/** Pages with a layout of their own, which can't be deleted. */
const builtIn = ["hot-offers", "settlements", "settlements2", "insuranceprotection"];

function PageCard({ page, selected, mayEdit }: PageCardProps) {
  const { go } = usePlace();
  if (page.deletedAt) return <DeletedCard page={page} mayEdit={mayEdit} />;
  const { id, title, slug, isActive } = page;
  const open = (tab: "offers" | "analytics") => go({ tab, page: slug, q: undefined, edit: undefined });
  return (
    <li className={look.card} aria-current={selected ? "true" : undefined}>
      <div className="flex gap-3 items-baseline justify-between">
        <h2 className="card-title wrap-anywhere">{title}</h2>
        <span
          className="flex-none py-0.5 px-2 rounded-[3px] bg-sunken text-muted text-(length:--text-label) font-semibold data-on:bg-(--savings-ground) data-on:text-(--savings-ink)"
          data-on={isActive || undefined}
        >
          {isActive ? "Active" : "Inactive"}
        </span>
      </div>
      <p className={look.address}>
        {paths.content(slug)}{" "}
        {isActive && (
          <a href={paths.content(slug)} target="_blank" rel="noopener" aria-label={`Open ${title} in a new tab`}>
            Open <span aria-hidden="true">↗</span>
          </a>
        )}
      </p>
      <p className="flex-1 my-2.5">{page.description}</p>
      <p className={look.acts}>
        <RowButton aria-label={`Offers on ${title}`} onClick={() => open("offers")}>
          Offers
        </RowButton>
        <RowButton aria-label={`Analytics for ${title}`} onClick={() => open("analytics")}>
          Analytics
        </RowButton>
        {mayEdit && (
          <>
            <RowButton aria-label={`Edit ${title}`} onClick={() => go({ edit: String(id) })}>
              Edit
            </RowButton>
            {!builtIn.includes(slug) && (
              <RowButton danger aria-label={`Delete ${title}`} onClick={() => acts.remove([page])}>
                Delete
              </RowButton>
            )}
            <Switch
              label={`Active: ${title}`}
              on={isActive}
              disabled={false}
              onChange={(isActive) => acts.set(page, { isActive })}
            />
          </>
        )}
      </p>
    </li>
  );
}

/** A page in the trash. */
function DeletedCard({ page, mayEdit }: Omit<PageCardProps, "selected">) {
  const { title, slug, deletedAt } = page;
  return (
    <li className={look.card}>
      <h2 className="card-title wrap-anywhere">{title}</h2>
      <p className={look.address}>{paths.content(slug)}</p>
      <p className="flex-1 my-2.5">
        Deleted {deletedAt && <RelativeTime iso={deletedAt} />}, with its offers and questions.
      </p>
      {mayEdit && (
        <p className={look.acts}>
          <RowButton aria-label={`Restore ${title}`} onClick={() => acts.restore([page])}>
            Restore
          </RowButton>
        </p>
      )}
    </li>
  );
}
