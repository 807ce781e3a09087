import type { OptimisedOffer, OptimisedPage } from "../../shared/api.gen.ts";
import { count } from "../../shared/format.ts";
import { Button } from "../../shared/ui/button.tsx";
import { attempt, useRead, write } from "./calls.ts";
import { useConfirm } from "./confirm.tsx";
import { FiguresTable } from "./parts/figures-table.tsx";
import { recordDetailLook } from "./record-row.tsx";

interface OrderPanelProps {
  /** The page in the API: carousel, daily, static or content-ID. */
  page: string;
  mayEdit: boolean;
}

/** Whether staff or the optimizer orders a page's offers, what the optimizer would gain, and the switch. */
export function OrderPanel({ page, mayEdit }: OrderPanelProps) {
  const path = `/api/admin/optimiser/${page}`;
  const { data } = useRead<OptimisedPage>(path);
  const { ask, confirm } = useConfirm();
  if (!data) return null;
  const { live, gain, offers } = data;
  const turn = () =>
    attempt(() => write<OptimisedPage>("PUT", path, { live: !live }), "We couldn’t change the order. Try again.", {
      title: live ? "Manual order is back" : "The optimizer now orders this page",
    });
  const question = {
    title: live ? "Return to manual order" : "Use the optimizer",
    question: live
      ? "Visitors will see the order that staff set, starting now."
      : "Visitors will see the optimizer’s order, starting now. You can switch back at any time.",
    act: live ? "Return" : "Use the optimizer",
    onConfirm: turn,
  };
  return (
    <details className="mb-5 border-y border-line pb-3">
      <summary className="cursor-pointer py-3 font-semibold">
        Ordered {live ? "by the optimizer" : "manually"}. {expectation(data)}
      </summary>
      <p className="text-muted">
        Every 15 minutes, the optimizer draws an order that favors offers that {advantage(data)}. Offers with fewer than
        100 views keep their place. The estimate assumes that visitors look at each place less often than the one before
        it.
      </p>
      {offers.length > 0 && <Shares offers={offers} />}
      {mayEdit && (live || gain) && (
        <p className="mt-4">
          <Button look="quiet" onClick={() => ask(question)}>
            {question.title}
          </Button>
        </p>
      )}
      {confirm}
    </details>
  );
}

const percent = (share: number) => `${share.toFixed(1).replace("-", "−")}%`;

function expectation({ gain, live, days }: OptimisedPage): string {
  if (!gain) return "We can’t estimate the optimizer’s gain until two offers have 100 views.";
  const sign = gain.expected > 0 ? "+" : "";
  const expected = `${sign}${percent(gain.expected)} (95% interval ${percent(gain.low)} to ${percent(gain.high)}, ${count(days, "day")})`;
  return live ? `Expected gain over manual order: ${expected}.` : `Expected gain with the optimizer: ${expected}.`;
}

const advantage = ({ by }: OptimisedPage) => (by === "epc" ? "earn more per view" : "get clicked more often");

/** Each offer's share of the page's attention, in both orders. */
function Shares({ offers }: { offers: OptimisedOffer[] }) {
  return (
    <div className="mt-4 overflow-x-auto">
      <FiguresTable rows aria-label="Share of attention" heads={["Share of attention", "Manual", "Optimizer"]}>
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
