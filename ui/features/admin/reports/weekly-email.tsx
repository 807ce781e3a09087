import type { WeeklyEmail as Answer } from "../../../shared/api.gen.ts";
import { useAttempt, useRead, write } from "../calls.ts";
import { SectionHead, Subheading } from "../parts/texts.tsx";
import { Switch } from "../switch.tsx";

const path = "/api/admin/reports/weekly";

/** Whether the user gets the main figures by email on Mondays. */
export function WeeklyEmail() {
  const { data, reload } = useRead<Answer>(path);
  const { busy, attempt } = useAttempt();
  if (!data) return null;
  const choose = async (wanted: boolean) => {
    await attempt(() => write<Answer>("PUT", path, { wanted }), "We couldn’t save your choice. Try again.");
    reload();
  };
  return (
    <section className="mt-8" aria-label="Weekly email">
      <SectionHead>
        <div>
          <Subheading>Weekly email</Subheading>
          <p className="max-w-240 mt-3.5 text-muted text-small">Last week’s key figures, every Monday, to {data.to}.</p>
        </div>
        <Switch label="Weekly email" on={data.wanted} disabled={busy} onChange={choose} />
      </SectionHead>
    </section>
  );
}
