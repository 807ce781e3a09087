import { useState } from "react";
import type { WeeklyMail as Answer } from "../../../shared/api.gen.ts";
import { failed, useRead, write } from "../calls.ts";
import { SectionHead, Subheading } from "../parts/texts.tsx";
import { Switch } from "../switch.tsx";

const path = "/api/admin/reports/weekly";

/** Whether one gets the main figures by mail, on Mondays. */
export function WeeklyMail() {
  const { data, reload } = useRead<Answer>(path);
  const [saving, setSaving] = useState(false);
  if (!data) return null;
  const choose = async (wanted: boolean) => {
    setSaving(true);
    try {
      await write<Answer>("PUT", path, { wanted });
    } catch (error) {
      failed(error, "Your choice could not be saved.");
    }
    reload();
    setSaving(false);
  };
  return (
    <section className="mt-8" aria-label="Weekly mail">
      <SectionHead>
        <div>
          <Subheading>Weekly mail</Subheading>
          <p className="max-w-240 mt-3.5 text-muted text-small">
            The main figures of the week that is over, on Mondays, to {data.to}.
          </p>
        </div>
        <Switch label="Weekly mail" on={data.wanted} disabled={saving} onChange={choose} />
      </SectionHead>
    </section>
  );
}
