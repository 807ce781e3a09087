import { type ComponentProps, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { search } from "../../paths.ts";
import type { ArticleCard as Card } from "../api.gen.ts";
import { type Answer, type Api, type Read, settled } from "../api.ts";
import { searchPauseMs } from "../constants.ts";
import { straight } from "../curly.ts";
import { count } from "../format.ts";
import { longestSearch } from "../params.ts";
import { ArticleCard } from "./article-card.tsx";
import { Cards } from "./cards.tsx";
import { SearchIcon } from "./icons.tsx";
import { searchLook } from "./search-look.ts";

/** The text of a search. After a pause in typing it is written to the URL, and the page loads its results. */
export function useSearchText(inAddress: string, addressOf: (q: string | undefined) => string) {
  const navigate = useNavigate();
  const [text, setText] = useState(inAddress);
  const sent = useRef(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (next: string) => {
    clearTimeout(timer.current);
    sent.current = next.trim();
    navigate(addressOf(sent.current || undefined), { replace: true, preventScrollReset: true });
  };
  useEffect(() => {
    if (sent.current === inAddress) return;
    sent.current = inAddress;
    setText(inAddress);
  }, [inAddress]);
  return {
    text: text.trim(),
    setText: (next: string) => {
      setText(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => send(next), searchPauseMs);
    },
    submit: () => send(text),
  };
}

interface SearchFormProps {
  action: string;
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** Searches immediately. */
  onSubmit: () => void;
  /** Other parameters of the URL to keep. */
  keep?: Record<string, string | undefined>;
  look?: keyof typeof searchLook;
}

/** A search form. Without JavaScript it is a plain GET form. Its field is uncontrolled. */
export function SearchForm({
  action,
  label,
  placeholder,
  text,
  onText,
  onSubmit,
  keep = {},
  look = "page",
}: SearchFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const reportTyped = useEffectEvent(() => {
    const typed = field.current?.value ?? "";
    if (typed.trim() !== text) onText(typed);
  });
  useEffect(() => reportTyped(), []); // what was typed before hydration
  useEffect(() => {
    const input = field.current;
    if (input && input.value.trim() !== text && document.activeElement !== input) input.value = text;
  }, [text]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <search>
      <form action={action} className={searchLook[look].form} onSubmit={submit}>
        {Object.entries(keep).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <SearchIcon />
        <input
          ref={field}
          type="search"
          name="q"
          aria-label={label}
          placeholder={placeholder}
          defaultValue={text}
          maxLength={longestSearch}
          autoComplete="off"
          className={searchLook[look].input}
          onChange={(event) => onText(event.currentTarget.value)}
        />
        <button type="submit" className={searchLook[look].submit}>
          Search
        </button>
      </form>
    </search>
  );
}

/** How many results a search has in the other list; 0 without a search or if that is unavailable. */
export async function readMatches(api: Api, call: string, q: string | undefined): Promise<Answer<number>> {
  const path = `${call}${search({ q: q && straight(q), limit: 1 })}`;
  const total = q
    ? await api.get(path).then(
        (answer) => answer.total ?? 0,
        () => 0,
      )
    : 0;
  return { path: `${path}#matches`, data: total, total: null };
}

/** Links to the other list's results for a search. */
export function Matches({ found, noun, to }: { found: Read<number>; noun: string; to: string }) {
  const n = settled(found).data;
  if (n === 0) return null;
  return (
    <p className="mb-7">
      <Link to={to} className="underline underline-offset-[0.2em]">
        {count(n, noun)} {n === 1 ? "matches" : "match"}
      </Link>
    </p>
  );
}

/** Reads what to show if nothing was found. A failure doesn't affect the page. */
export function readInstead(api: Api, isNothing: Promise<boolean>): Promise<Answer<Card[]>> {
  const none = { path: "#instead", data: [], total: null };
  return isNothing
    .then((nothing) => (nothing ? api.get<Card[]>("/api/articles?featured=true") : none))
    .catch(() => none);
}

/** A few pieces to show if nothing was found. */
export function Instead({ pieces }: { pieces: Read<Card[]> }) {
  const { data } = settled(pieces);
  if (data.length === 0) return null;
  return (
    <section className="mt-12" aria-labelledby="instead">
      <h2 id="instead" className="heading mb-6">
        Worth reading in the meantime
      </h2>
      <Cards>
        {data.slice(0, 3).map((article) => (
          <ArticleCard key={article.id} article={article} />
        ))}
      </Cards>
    </section>
  );
}

interface FilterLinksProps {
  label: string;
  current: string;
  options: readonly { id: string; label: string }[];
  to: (id: string | undefined) => string;
}

/** Links to a filter's options, each with its own URL. */
export function FilterLinks({ label, current, options, to }: FilterLinksProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {options.map((option) => (
        <Link
          key={option.id}
          to={to(option.id || undefined)}
          aria-current={option.id === current ? "true" : undefined}
          className="inline-flex min-h-9 pointer-coarse:min-h-11 items-center rounded-full border border-line px-3.5 py-1 text-[0.9375rem] hover:border-rule aria-[current]:border-brand aria-[current]:bg-brand aria-[current]:font-semibold aria-[current]:text-on-brand"
          preventScrollReset
        >
          {option.label}
        </Link>
      ))}
    </nav>
  );
}

interface NothingFoundProps extends ComponentProps<"div"> {
  as: "h2" | "h3";
  noun: string;
  /** The whole list. */
  to: string;
}

/** A list without matches. */
export function NothingFound({ as: Heading, noun, to, children, ...props }: NothingFoundProps) {
  return (
    <div {...props} className="empty">
      {children}
      <Heading className="heading">{`No ${noun} found`}</Heading>
      <p className="mt-2 text-muted">Try adjusting your search or filter criteria.</p>
      <p className="mt-6">
        <Link to={to} className="button button-quiet">
          {`Show all ${noun}`}
        </Link>
      </p>
    </div>
  );
}
