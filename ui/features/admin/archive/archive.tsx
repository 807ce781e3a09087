import type { Import } from "../../../shared/api.gen.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { LongDate } from "../../../shared/ui/time.tsx";
import { LogEntry, Subheading } from "../parts/texts.tsx";
import { Exporting, useExports } from "./exporting.tsx";
import { type Importable, stateOf, summary, useImports } from "./import.ts";
import { Importing } from "./importing.tsx";

const magazine: Importable = {
  what: "magazine",
  label: "File",
  hint: "A zip from Export, or an export from Ghost (JSON) or WordPress (XML), up to 512 MB. We check it first and import nothing until you say so. 10,000 articles and guides take a few minutes, because readers come first.",
  accept: ".zip,.json,.xml",
  mostBytes: 512 * 1024 * 1024,
  tooLarge: "This file is larger than 512 MB. Import it on the server with bin/server import.",
  entry: "Entry",
  entries: "entries",
  same: "unchanged",
  start: () => "Import it",
};

/** Export and import of the magazine. */
export function Archive() {
  const imports = useImports(magazine);
  const exports = useExports("magazine");
  const [, ...earlier] = imports.data ?? [];
  return (
    <div className="grid gap-10 max-w-176">
      <section className="grid gap-4" aria-labelledby="export">
        <Subheading id="export">Export</Subheading>
        <p className="field-hint">
          A zip of Markdown files with all authors, claims, articles, guides, topics and pictures. Drafts are included;
          the trash isn’t. You can import the zip here or on another site.
        </p>
        <form method="post" action="/api/admin/export" onSubmit={exports.begun}>
          <Button type="submit" look="quiet">
            Export as zip
          </Button>
        </form>
        <Exporting of={exports} />
      </section>
      <section className="grid gap-4" aria-labelledby="import">
        <Subheading id="import">Import</Subheading>
        <Importing of={magazine} imports={imports} />
      </section>
      {earlier.length > 0 && <Earlier imports={earlier} />}
    </div>
  );
}

function Earlier({ imports }: { imports: Import[] }) {
  return (
    <section className="grid gap-4" aria-labelledby="earlier">
      <Subheading id="earlier">Earlier imports</Subheading>
      <ul>
        {imports.map((one) => (
          <LogEntry key={one.id}>
            <p>
              <strong>{one.name}</strong> · {stateOf[one.state]}
            </p>
            <p className="text-muted text-small">
              <LongDate iso={one.createdAt} />
              {one.state === "done" && ` · ${summary(one.counts, magazine)}`}
              {one.reason && ` · ${one.reason}`}
            </p>
          </LogEntry>
        ))}
      </ul>
    </section>
  );
}
