import { useEffect, useMemo, useRef } from "react";
import { Link, useParams } from "react-router";
import { adminPaths } from "../../../shared/admin-paths.ts";
import type { ManualPage } from "../../../shared/api.gen.ts";
import { ButtonLink } from "../../../shared/ui/button.tsx";
import { Contents } from "../../../shared/ui/contents.tsx";
import { Prose } from "../../../shared/ui/prose.tsx";
import { useRead } from "../calls.ts";
import { Message, ScreenTitle } from "../parts/texts.tsx";
import { SearchField } from "../parts/toolbar.tsx";
import { useHash, usePlace } from "../place.ts";
import { Loaded } from "../states.tsx";
import { excerpt, find, sectionsOf } from "./sections.ts";

/** The manual: its table of contents, a page, or search results. */
export function Help() {
  const { page: name } = useParams();
  const { place, go } = usePlace();
  const manual = useRead<ManualPage[]>("/api/admin/help");
  const { data } = manual;
  const q = place.q ?? "";
  const page = data?.find((one) => one.name === name);
  if (data && name && !page && !q)
    return (
      <Message title="Page not found" act={<ButtonLink to={adminPaths.help()}>All help pages</ButtonLink>}>
        <p className="lead mt-4">The manual has no page named “{name}”.</p>
      </Message>
    );
  return (
    <>
      <ScreenTitle>{q ? "Search help" : (page?.title ?? "Help")}</ScreenTitle>
      <div className="mb-5 flex max-w-168 flex-wrap items-center gap-x-5 gap-y-2">
        <search className="flex-[1_1_14rem]">
          <SearchField
            label="Search help"
            value={q}
            onChange={(words) => go({ q: words || undefined }, { replace: q !== "" })}
          />
        </search>
        {(name || q) && (
          <Link to={adminPaths.help()} className="underline">
            All help pages
          </Link>
        )}
      </div>
      <Loaded of={manual}>
        {(pages) => (q ? <Found pages={pages} words={q} /> : page ? <Page page={page} /> : <List pages={pages} />)}
      </Loaded>
    </>
  );
}

const entry = "block border-t border-line py-3";

function List({ pages }: { pages: ManualPage[] }) {
  return (
    <ul className="max-w-168">
      {pages.map(({ name, title, sections }) => (
        <li key={name} className={entry}>
          <Link to={adminPaths.help(name)} className="font-semibold underline">
            {title}
          </Link>
          <p className="text-small text-muted">{sections.map((section) => section.title).join(" · ")}</p>
        </li>
      ))}
    </ul>
  );
}

function Found({ pages, words }: { pages: ManualPage[]; words: string }) {
  const sections = useMemo(() => pages.flatMap(sectionsOf), [pages]);
  const found = find(sections, words);
  return (
    <>
      <p role="status" className="mb-3 text-small text-muted">
        {found.length === 0
          ? "No matches. Try fewer or different words."
          : `${found.length} ${found.length === 1 ? "match" : "matches"}`}
      </p>
      <ul className="max-w-168">
        {found.map((section) => (
          <li key={section.page + section.id} className={entry}>
            <Link to={adminPaths.help(section.page, section.id)} className="font-semibold underline">
              {section.title}
            </Link>
            <p className="text-small wrap-anywhere text-muted">{excerpt(section, words)}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Code wraps, so only wide tables scroll sideways. */
const look =
  "min-w-0 wrap-anywhere [&_.prose]:font-ui [&_.prose]:text-base [&_h2]:scroll-mt-16 [&_h2]:text-subheading [&_h3]:text-base max-sm:[&_table]:wrap-normal [&_pre]:rounded-small [&_pre]:bg-sunken [&_pre]:px-4 [&_pre]:py-3 [&_pre]:whitespace-pre-wrap";

function Page({ page: { html, sections } }: { page: ManualPage }) {
  useHash(html !== "");
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Makes wide tables scrollable by keyboard.
    for (const table of html ? (text.current?.querySelectorAll("table") ?? []) : [])
      if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
  }, [html]);
  return (
    <div className="grid gap-8 min-[75rem]:grid-cols-[minmax(0,42rem)_14rem] min-[75rem]:gap-12">
      <div ref={text} className={look}>
        <Prose html={html} />
      </div>
      <div className="max-[75rem]:hidden">
        <Contents toc={sections} />
      </div>
    </div>
  );
}
