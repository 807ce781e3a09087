import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { curly } from "../../shared/curly.ts";
import { forgetSaving, type Saving, sumOf } from "../../shared/my-list/savings.ts";
import { Empty, Part, RemoveButton } from "./part.tsx";
import { dollars } from "./words.ts";

/** The reader's planned savings; undefined until they are known. */
export function Year({ savings }: { savings: Saving[] | undefined }) {
  return (
    <Part id="year" title="A year of savings">
      {savings?.length ? (
        <Ledger savings={savings} />
      ) : (
        <Empty known={savings !== undefined} to={paths.articles} link="See the calculators">
          Put your own numbers into a calculator and check “Add this to my yearly savings.” We add up yearly savings and
          one-time savings separately.
        </Empty>
      )}
    </Part>
  );
}

function Ledger({ savings }: { savings: Saving[] }) {
  const { yearly, once } = sumOf(savings);
  return (
    <>
      <table className="w-full border-collapse figures-ledger">
        <thead>
          <tr className="text-small text-muted">
            <th scope="col" className="py-2 text-left font-normal">
              Saving
            </th>
            <th scope="col" className="py-2 pl-3 text-right font-normal">
              Every year
            </th>
            <th scope="col" className="py-2 pl-3 text-right font-normal">
              Once
            </th>
          </tr>
        </thead>
        <tbody>
          {savings.map((saving) => (
            <tr key={saving.key} className="border-t border-line align-top">
              <th scope="row" className="py-3 text-left font-normal wrap-anywhere">
                <Link to={saving.path}>{curly(saving.title)}</Link>
                <span className="print:hidden block text-small">
                  <RemoveButton title={saving.title} onRemove={() => forgetSaving(saving.key)} />
                </span>
              </th>
              <td className="py-3 pl-3 text-right">{saving.yearly === null ? "–" : dollars(saving.yearly)}</td>
              <td className="py-3 pl-3 text-right">{saving.once === null ? "–" : dollars(saving.once)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-rule font-semibold">
            <th scope="row" className="py-3 text-left">
              Total
            </th>
            <td className="py-3 pl-3 text-right">{dollars(yearly)}</td>
            <td className="py-3 pl-3 text-right">{dollars(once)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-t-4 border-double border-rule pt-3">
        <span>In the first year</span>
        <strong className="font-display text-heading leading-none font-medium figures-lining">
          {dollars(yearly + once)}
        </strong>
      </p>
      <p className="mt-3 text-small text-muted">
        {`${ofYears(yearly)} ${ofOnce(once)}These are estimates based on your numbers, not a promise. Two calculators about the same bill may count it twice.`}
      </p>
    </>
  );
}

function ofYears(yearly: number): string {
  if (yearly === 0) return "You save this in the first year only.";
  return `You save ${dollars(yearly)} of it every year, as long as prices and your habits stay the same.`;
}

function ofOnce(once: number): string {
  if (once === 0) return "";
  if (once > 0) return `You save ${dollars(once)} once, in the first year. `;
  return `It costs ${dollars(-once)} once, which we subtract from the first year only. `;
}
