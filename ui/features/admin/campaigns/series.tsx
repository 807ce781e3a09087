import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import type { SeriesStep } from "../../../shared/api.gen.ts";
import { whole } from "../../../shared/format.ts";
import { useRead } from "../calls.ts";
import { emailKind } from "../kinds/email.ts";
import { Subheading } from "../parts/texts.tsx";
import { Figures } from "./figures.tsx";

const names = ["First tips, right away", "After 5 days", "After 12 days"];

/** Delivery counts of the welcome series. */
export function WelcomeSeries() {
  const { data } = useRead<SeriesStep[]>(`${emailKind.path}/series`);
  return (
    <section className="grid gap-4 min-w-0 mt-10" aria-labelledby="welcome-series">
      <Subheading id="welcome-series">Welcome series</Subheading>
      <p className="field-hint">
        Three emails over two weeks for new and returning subscribers. You can turn off the last two in{" "}
        <Link to={paths.adminSettings}>Site settings</Link>.
      </p>
      <Figures
        list={(data ?? []).map(({ step, sent, waiting, skipped, failed }) => [
          names[step - 1] ?? "",
          [
            `${whole(sent)} sent`,
            waiting > 0 && `${whole(waiting)} waiting`,
            skipped > 0 && `${whole(skipped)} skipped`,
            failed > 0 && `${whole(failed)} failed`,
          ]
            .filter(Boolean)
            .join(", "),
        ])}
      />
    </section>
  );
}
