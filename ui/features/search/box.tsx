import { type KeyboardEvent, type SubmitEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import type { SearchAnswer, SearchResult } from "../../shared/api.gen.ts";
import { browserApi } from "../../shared/api.ts";
import { count } from "../../shared/format.ts";
import { longestSearch } from "../../shared/params.ts";
import { SearchIcon } from "../../shared/ui/icons.tsx";
import { searchLook } from "../../shared/ui/search-look.ts";
import { useSettled } from "../../shared/use-settled.ts";
import { kindLabel, Marked, pathOf, searchCall } from "./found.tsx";

/** The site's search box. Without JavaScript it is a plain GET form. Results appear while typing. */
export function SearchBox({ q = "" }: { q?: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(-1);
  const results = useResults(typed);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const before = useRef(q);
  useEffect(() => {
    if (before.current === q) return;
    before.current = q;
    if (field.current) field.current.value = q;
  }, [q]);

  const type = (text: string) => {
    setTyped(text.trim());
    setActive(-1);
  };
  const reportTyped = useEffectEvent(() => {
    const early = field.current?.value ?? "";
    if (early !== q) type(early);
  });
  useEffect(() => reportTyped(), []); // what was typed before hydration
  const leave = (path?: string) => {
    type("");
    field.current?.closest<HTMLElement>(":popover-open")?.hidePopover();
    if (path) navigate(path);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const chosen = results[active];
    leave(chosen ? pathOf(chosen) : paths.searchFor(field.current?.value.trim()));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (results.length === 0 || (!step && event.key !== "Escape")) return;
    event.preventDefault();
    if (step) setActive(((active + 1 + step + results.length + 1) % (results.length + 1)) - 1);
    else type("");
  };

  return (
    <search
      className="relative block max-w-[34rem]"
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || type("")}
    >
      <form action={paths.search} className={searchLook.page.form} onSubmit={submit}>
        <SearchIcon />
        <input
          ref={field}
          type="text" // a combobox can't have type search (https://www.w3.org/TR/html-aria/#el-input-search)
          name="q"
          role="combobox"
          inputMode="search"
          enterKeyHint="search"
          aria-label="Search the site"
          aria-autocomplete="list"
          aria-expanded={results.length > 0}
          aria-controls={id}
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          placeholder="Search"
          defaultValue={q}
          maxLength={longestSearch}
          autoComplete="off"
          className={searchLook.page.input}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="submit" className={searchLook.page.submit}>
          Search
        </button>
      </form>
      <div
        id={id}
        role="listbox"
        aria-label="Results"
        className="absolute inset-x-0 top-[calc(100%+0.375rem)] z-10 max-h-[60dvh] overflow-y-auto rounded-small border border-line bg-surface [box-shadow:var(--lifted)]"
        hidden={results.length === 0}
      >
        {results.map((result, i) => (
          <Link
            key={i} // several offers may share a URL
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === active}
            to={pathOf(result)}
            className="grid px-3.5 py-2.5 wrap-anywhere hover:bg-sunken hover:[box-shadow:inset_4px_0_0_var(--gold)] aria-selected:bg-sunken aria-selected:[box-shadow:inset_4px_0_0_var(--gold)]"
            onClick={() => leave()}
          >
            <span>
              <Marked parts={result.title} />
            </span>
            <small className="text-muted">{kindLabel(result)}</small>
          </Link>
        ))}
      </div>
      <p className="sr-only" role="status">
        {results.length > 0 && `${count(results.length, "result")}. Use the arrow keys to choose one.`}
      </p>
    </search>
  );
}

/** Results for a text that is being typed. Responses to earlier texts are dropped. */
function useResults(text: string): SearchResult[] {
  const settled = useSettled(text);
  const [results, setResults] = useState<SearchResult[]>([]);
  useEffect(() => {
    if (text.length < 2) return setResults([]);
    if (text !== settled) return;
    let current = true;
    const show = (found: SearchResult[]) => current && setResults(found);
    browserApi.get<SearchAnswer>(searchCall(text, { typed: true })).then(
      ({ data }) => show(data.results),
      () => show([]),
    );
    return () => {
      current = false;
    };
  }, [text, settled]);
  return results;
}
