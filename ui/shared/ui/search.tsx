import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { searchPauseMs } from "../constants.ts";
import { longestSearch } from "../params.ts";
import { SearchIcon } from "./icons.tsx";

/** The text of a search. After a pause in typing it goes into the address, from which the page loads its results. */
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
  /** Searches at once. */
  onSubmit: () => void;
  /** Other parameters of the address, to keep. */
  keep?: Record<string, string | undefined>;
}

/** A search form, a plain GET form without JavaScript. Its field is uncontrolled. */
export function SearchForm({ action, label, placeholder, text, onText, onSubmit, keep = {} }: SearchFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const reportTyped = useEffectEvent(() => {
    const typed = field.current?.value ?? "";
    if (typed.trim() !== text) onText(typed);
  });
  useEffect(() => reportTyped(), []); // what was typed before the page came alive
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
      <form action={action} className="search" onSubmit={submit}>
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
          onChange={(event) => onText(event.currentTarget.value)}
        />
        <button type="submit" className="search-submit">
          Search
        </button>
      </form>
    </search>
  );
}

interface FilterLinksProps {
  label: string;
  current: string;
  options: readonly { id: string; label: string }[];
  to: (id: string | undefined) => string;
}

/** Links to the options of a filter, each with an address of its own. */
export function FilterLinks({ label, current, options, to }: FilterLinksProps) {
  return (
    <nav aria-label={label} className="filter-links">
      {options.map((option) => (
        <Link
          key={option.id}
          to={to(option.id || undefined)}
          aria-current={option.id === current ? "true" : undefined}
          className="chip"
          preventScrollReset
        >
          {option.label}
        </Link>
      ))}
    </nav>
  );
}
