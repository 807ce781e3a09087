import { useState } from "react";
import type { OptimisedOffer, OptimisedPage } from "../../shared/api.gen.ts";
import { count } from "../../shared/format.ts";
import { Button } from "../../shared/ui/button.tsx";
import { showToast } from "../../shared/ui/show-toast.ts";
import { failed, useRead, write } from "./calls.ts";
import { Confirm } from "./confirm.tsx";
import { FiguresTable } from "./parts/figures-table.tsx";
import { recordDetailLook } from "./record-row.tsx";

interface OrderPanelProps {
  /** As the server knows it: carousel, daily, static or content-ID. */
  page: string;
  mayEdit: boolean;
}

/** Who orders the offers of a page, staff or the optimiser, what it would gain, and the switch between them. */
export function OrderPanel({ page, mayEdit }: OrderPanelProps) {
  const path = `/api/admin/optimiser/${page}`;
  const { data } = useRead<OptimisedPage>(path);
  const [asking, setAsking] = useState(false);
  if (!data) return null;
  const { live, gain, offers } = data;
  const turn = async () => {
    try {
      await write<OptimisedPage>("PUT", path, { live: !live });
      void showToast({ title: live ? "Staff order this page again" : "The optimiser orders this page" });
    } catch (error) {
      failed(error, "The order could not be switched.");
    }
  };
  return (
    <details className="mb-5 border-y border-line pb-3">
      <summary className="cursor-pointer py-3 font-semibold">
        Ordered {live ? "by the optimiser" : "by hand"}. {expectation(data)}
      </summary>
      <p className="text-muted">
        Every 15 minutes the optimiser draws an order, in which offers that {earnWell(data)} tend to be first. Offers
        with fewer than 100 views keep their place. The gain rests on the assumption that each place is looked at less
        often than the one before it.
      </p>
      {offers.length > 0 && <Shares offers={offers} />}
      {mayEdit && (live || gain) && (
        <p className="mt-4">
          <Button look="quiet" onClick={() => setAsking(true)}>
            {live ? "Order it by hand again" : "Let the optimiser order this page"}
          </Button>
        </p>
      )}
      {asking && (
        <Confirm
          title={live ? "Order by hand" : "Order by the optimiser"}
          question={
            live
              ? "Visitors will see the order that staff set, from now on."
              : "Visitors will see the optimiser’s order, from now on. You can switch back at any time."
          }
          act={live ? "Order by hand" : "Switch over"}
          onConfirm={turn}
          onClose={() => setAsking(false)}
        />
      )}
    </details>
  );
}

const percent = (share: number) => `${share.toFixed(1).replace("-", "−")} %`;

function expectation({ gain, live, days }: OptimisedPage): string {
  if (!gain) return "What the optimiser would gain is not known yet: two offers need 100 views.";
  const sign = gain.expected > 0 ? "+" : "";
  const expected = `${sign}${percent(gain.expected)} (95 % interval ${percent(gain.low)} to ${percent(gain.high)}, ${count(days, "day")})`;
  return live ? `Expected gain over the order by hand: ${expected}.` : `Expected gain by the optimiser: ${expected}.`;
}

const earnWell = ({ by }: OptimisedPage) =>
  by === "epc" ? "earn more for each look at them" : "are clicked more often";

/** How much of the page's attention each offer has, in either order. */
function Shares({ offers }: { offers: OptimisedOffer[] }) {
  return (
    <div className="mt-4 overflow-x-auto">
      <FiguresTable rows aria-label="Shares of attention">
        <thead>
          <tr>
            <th scope="col">Share of attention</th>
            <th scope="col">By hand</th>
            <th scope="col">By the optimiser</th>
          </tr>
        </thead>
        <tbody>
          {offers.map(({ id, title, views, clicks, ordered, byHand, optimised }) => (
            <tr key={id}>
              <th scope="row">
                {title}
                <span className={recordDetailLook}>
                  {count(views, "view")}, {count(clicks, "click")}
                  {!ordered && "; keeps its place"}
                </span>
              </th>
              <td>{percent(byHand)}</td>
              <td>{percent(optimised)}</td>
            </tr>
          ))}
        </tbody>
      </FiguresTable>
    </div>
  );
}
