import type { ConsentEntry } from "../../../shared/api.gen.ts";
import { machineTime } from "../../../shared/format.ts";
import { useSite } from "../../../shared/site.ts";
import { LogEntry, Subheading } from "../parts/texts.tsx";

const channels = { email: "Email", sms: "Calls and texts" };

/** All consents and withdrawals, oldest first. */
export function Ledger({ entries }: { entries: ConsentEntry[] }) {
  const { timezone } = useSite();
  const when = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: timezone });
  return (
    <section aria-labelledby="ledger-title">
      <Subheading id="ledger-title" as="h3">
        Consents
      </Subheading>
      {entries.length === 0 ? (
        <p className="field-hint">No consent given or withdrawn.</p>
      ) : (
        <ol>
          {entries.map((entry) => (
            <LogEntry key={entry.at + entry.channel}>
              <p>
                <strong>{channels[entry.channel]}</strong> {entry.action}, {entry.evidence.destination}
              </p>
              <p className="text-muted text-small">
                <time dateTime={machineTime(entry.at)}>{when.format(new Date(entry.at))}</time> · {entry.page}
              </p>
              <Proof entry={entry} />
            </LogEntry>
          ))}
        </ol>
      )}
    </section>
  );
}

function Proof({ entry: { wording, version, evidence } }: { entry: ConsentEntry }) {
  const { means, address, userAgent, source } = evidence;
  return (
    <details>
      <summary>Wording and proof</summary>
      <p>“{wording}”</p>
      <p className="field-hint">
        {[
          version,
          means && `told us by ${means}`,
          address && `from ${address}`,
          userAgent,
          ...Object.entries(source ?? {}).map(([name, value]) => `${name}=${value}`),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </details>
  );
}
