import { useMemo, useState } from "react";
import { search } from "../../../paths.ts";
import type { AdminPlace } from "../../../shared/admin-paths.ts";
import type { AnyOffer, OfferCounts } from "../../../shared/api.gen.ts";
import { count } from "../../../shared/format.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { AdvertiserChoice } from "../advertisers/advertiser-choice.tsx";
import { ImportSection, useImportSection } from "../archive/section.tsx";
import { attempt, type List, useList, useRead } from "../calls.ts";
import { ListTable } from "../list-table.tsx";
import { Filter } from "../parts/filter.tsx";
import { Segment, Segments, Toolbar } from "../parts/toolbar.tsx";
import { placeWith, usePlace } from "../place.ts";
import { Finder, listBarLook, Selection } from "../record-list.tsx";
import type { Selected } from "../record-row.tsx";
import { selectedOf } from "../record-table.tsx";
import { FiguresOfRows } from "../reports/row-figures.tsx";
import { BulkDialog } from "./bulk-dialog.tsx";
import { columnsOf, states } from "./columns.tsx";
import { offerImport } from "./import.tsx";
import { OfferDialog } from "./offer-dialog.tsx";
import { usePlacements } from "./placements.tsx";
import { ChooseDialog, PlacementsDialog, placeOffer } from "./placements-dialog.tsx";

interface OffersProps {
  mayEdit: boolean;
  /** Whose offers are shown; all without it. */
  advertiser?: number;
}

/** The offers in one list, wherever they are shown. */
export function Offers({ mayEdit, advertiser }: OffersProps) {
  const { place } = usePlace();
  const narrowed = {
    q: place.q,
    advertiser: advertiser ?? place.advertiser,
    placement: place.placement,
    idle: place.idle && true,
  };
  const filter = { ...narrowed, state: place.status, sort: place.sort };
  const list = useList<AnyOffer>("/api/admin/all-offers", filter);
  return (
    <section aria-label="Offers">
      <States narrowed={narrowed} />
      <Tools mayEdit={mayEdit} ofOne={advertiser !== undefined} />
      <Listed key={JSON.stringify(filter)} {...{ mayEdit, list }} ofOne={advertiser !== undefined} />
    </section>
  );
}

const filters = ["shown", "upcoming", "ending", "ended", "capped", "broken", "off"] as const;

/** How many there are in each state, each of which narrows the list. */
function States({ narrowed }: { narrowed: object }) {
  const { place, go } = usePlace();
  const { data } = useRead<OfferCounts>(`/api/admin/all-offers/summary${search(narrowed)}`, { keepLast: true });
  const segment = (label: string, id: keyof OfferCounts, status: string | undefined) => (
    <Segment key={id} pressed={place.status === status} onClick={() => go({ status }, { toTop: true })}>
      <span className="whitespace-nowrap">
        {label} <span className="figures-tabular">{data?.[id].toLocaleString("en-US")}</span>
      </span>
    </Segment>
  );
  return (
    <div className="mb-3 text-small">
      <Segments label="State">
        {segment("All", "total", undefined)}
        {filters.map((id) => segment(id === "ending" ? "Ends this week" : states[id], id, id))}
      </Segments>
    </div>
  );
}

/** What the list is narrowed by beside the state, and the way to add an offer. */
function Tools({ mayEdit, ofOne }: { mayEdit: boolean; ofOne: boolean }) {
  const { place, go } = usePlace();
  const placements = usePlacements();
  const mayImport = mayEdit && !ofOne;
  const importing = useImportSection(offerImport, mayImport);
  const [choosing, setChoosing] = useState(false);
  const [adding, setAdding] = useState<[string, ...string[]] | null>(null);
  const saved = async (id: string, isActive: boolean) => {
    const [, ...others] = adding ?? [];
    if (others.length === 0) return;
    await attempt(
      () => placeOffer(id, others, isActive),
      "We added the offer to the first placement only. Add the others from its row.",
    );
  };
  return (
    <>
      <Toolbar>
        <Finder noun="offer" />
        {!ofOne && <AdvertiserChoice />}
        <Filter label="Placement" name="placement" of={placements.map(({ id, label }) => [id, label])} />
        <Button
          look="quiet"
          aria-pressed={Boolean(place.idle)}
          title="No revenue in the last 30 days"
          onClick={() => go({ idle: place.idle ? undefined : "1" }, { toTop: true })}
        >
          Earned nothing
        </Button>
        {mayImport && (
          <Button ref={importing.button} look="quiet" aria-expanded={importing.shown} onClick={importing.toggle}>
            Import spreadsheet
          </Button>
        )}
        {mayEdit && <Button onClick={() => setChoosing(true)}>Add Offer</Button>}
      </Toolbar>
      {mayImport && <ImportSection of={importing} title="Import offers" />}
      {choosing && (
        <ChooseDialog
          title="Add Offer"
          button="Continue"
          onChoose={(placements) => {
            setChoosing(false);
            setAdding(placements);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      {adding && <OfferDialog id={adding[0]} onSaved={saved} onClose={() => setAdding(null)} />}
    </>
  );
}

interface ListedProps {
  mayEdit: boolean;
  list: List<AnyOffer>;
  ofOne: boolean;
}

/** The offers that are narrowed to, and what can be done to them. */
function Listed({ mayEdit, list, ofOne }: ListedProps) {
  const { place, go } = usePlace();
  const [selection, setSelection] = useState<Selected>({});
  const [editing, setEditing] = useState<AnyOffer[] | null>(null);
  const [placing, setPlacing] = useState<{ act: "place" | "copy"; offer: { id: string; title: string } } | null>(null);
  const columns = useMemo(() => columnsOf((offer) => (mayEdit ? openAt(offer) : undefined), ofOne), [mayEdit, ofOne]);
  const items = useMemo(() => list.data ?? [], [list.data]);
  const selected = useMemo(() => selectedOf(items, selection), [items, selection]);
  const [only, second] = selected;
  const close = () => go({ edit: undefined }, { replace: true });
  return (
    <>
      <div className={listBarLook}>
        <p role="status">
          {selected.length > 0 ? `${count(selected.length, "offer")} selected` : counted(list.total, place)}
        </p>
        {selected.length > 0 && (
          <Selection
            acts={[
              { label: "Edit", run: () => setEditing(selected) },
              ...(only && !second
                ? [
                    { label: "Add placements", run: () => setPlacing({ act: "place", offer: only }) },
                    { label: "Duplicate", run: () => setPlacing({ act: "copy", offer: only }) },
                  ]
                : []),
            ]}
            onClear={() => setSelection({})}
          />
        )}
      </div>
      <FiguresOfRows by="offer" keys={items.flatMap(({ placements }) => placements.map(({ id }) => id))}>
        <ListTable
          list={list}
          empty="No offers match. Change the filters, or add one."
          label="Offers"
          columns={columns}
          nameOf={({ title }) => title}
          sort={place.sort ?? "title"}
          onSort={(sort) => go({ sort }, { toTop: true })}
          selection={mayEdit ? selection : undefined}
          onSelection={setSelection}
          openAt={mayEdit ? openAt : undefined}
          isOver={({ state }) => state === "off" || state === "ended"}
        />
      </FiguresOfRows>
      {editing && <BulkDialog offers={editing} onClose={() => setEditing(null)} />}
      {mayEdit && place.edit && !placing && (
        <OfferDialog
          key={place.edit}
          id={place.edit}
          onDuplicate={(offer) => {
            setPlacing({ act: "copy", offer });
            close();
          }}
          onClose={close}
        />
      )}
      {placing && <PlacementsDialog {...placing} onClose={() => setPlacing(null)} />}
    </>
  );
}

/** How many offers the list has, and what they have in common if that isn't plain. */
function counted(total: number, { idle, status }: AdminPlace): string {
  if (!idle) return count(total, "offer");
  const which = status ? "" : ", including those that are off";
  return `${count(total, "offer")} with no revenue in the last 30 days${which}`;
}

/** The address of the list with an offer of it open. */
function openAt({ id }: AnyOffer): string {
  return placeWith({ edit: id });
}
