import { useEffect } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { GuideCard } from "../../shared/api.gen.ts";
import { browserApi } from "../../shared/api.ts";
import { curly } from "../../shared/curly.ts";
import { type BegunGuide, forgetGuide, keepGuide } from "../../shared/my-list/guides.ts";
import { NoteField } from "../../shared/my-list/note-field.tsx";
import { Empty, EntryTitle, Part, RemoveButton } from "./part.tsx";
import { progressOf } from "./words.ts";

/** Guides in progress; undefined until they are known. */
export function Guides({ guides }: { guides: BegunGuide[] | undefined }) {
  const nameless = (guides ?? [])
    .filter(({ isNamed }) => !isNamed)
    .map(({ slug }) => slug)
    .join(" ");
  useEffect(() => {
    if (nameless) nameGuides(nameless.split(" ")).catch(() => {}); // until then, their slugs are shown
  }, [nameless]);
  return (
    <Part id="guides" title="Your guides">
      {!guides?.length && (
        <Empty known={guides !== undefined} to={paths.guides} link="See the guides">
          Check off a step in a guide or add a note, and the guide shows up here with the steps you have left. Stop
          today and pick it up next weekend.
        </Empty>
      )}
      <ul>
        {guides?.map((guide) => (
          <Row key={guide.slug} guide={guide} />
        ))}
      </ul>
    </Part>
  );
}

/**
 * Stores the titles of guides that were started before titles were stored. It requests all guides, so that no one
 * learns which.
 */
async function nameGuides(slugs: string[]) {
  const { data } = await browserApi.get<GuideCard[]>("/api/listicles");
  for (const { slug, title } of data) if (slugs.includes(slug)) keepGuide(slug, { title, steps: [] });
}

function Row({ guide }: { guide: BegunGuide }) {
  const { slug, title, ticked, steps } = guide;
  const next = steps.findIndex(({ id }) => !ticked.includes(id));
  return (
    <li className="border-b border-line py-5">
      <EntryTitle to={paths.guide(slug)}>{title}</EntryTitle>
      <p className="mt-1 text-small text-muted">{progressOf(guide)}</p>
      {steps[next] && (
        <p className="print:hidden mt-2 text-small wrap-anywhere">
          Next: <Link to={paths.guideStep(slug, next + 1)}>{curly(steps[next].title)}</Link>
        </p>
      )}
      {steps.length > 0 && (
        <ol className="mt-3 hidden text-small print:block">
          {steps.map(({ id, title }) => (
            <li key={id}>
              {ticked.includes(id) ? "☑" : "☐"} {curly(title)}
            </li>
          ))}
        </ol>
      )}
      <NoteField slug={slug} title={title} />
      <p className="print:hidden mt-2 text-small">
        <RemoveButton title={title} onRemove={() => forgetGuide(slug)} />
      </p>
    </li>
  );
}
