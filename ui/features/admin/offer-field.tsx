import { useState } from "react";
import { Group } from "../../shared/form/fields.tsx";
import { useRead } from "./calls.ts";
import type { Item } from "./kind.ts";

interface OfferFieldProps {
  name: string;
  label: string;
  hint?: string;
  error?: string;
  /** The question, which knows the title and the page of the offer it has. */
  item: Item | null;
  /** The id of the offer; empty for none. */
  value: string;
  onChange: (value: string) => void;
}

/** An offer of any content page: the page first, then one of its offers. */
export function OfferField({ name, item, value, onChange, ...said }: OfferFieldProps) {
  const { data: pages } = useRead<Item[]>("/api/content/pages?limit=200");
  const [page, setPage] = useState(String(item?.targetPageId ?? ""));
  const { data: offers } = useRead<Item[]>(page ? `/api/content/offers?pageId=${page}&limit=200` : null);
  const known = offers?.some(({ id }) => String(id) === value);
  return (
    <Group {...said}>
      <select aria-label="Page of the offer" value={page} onChange={(event) => setPage(event.currentTarget.value)}>
        <option value="">Choose a page…</option>
        {pages?.map(({ id, title }) => (
          <option key={id} value={id}>
            {String(title)}
          </option>
        ))}
      </select>
      <select aria-label="Offer" name={name} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">No offer</option>
        {value && !known && <option value={value}>{nameOf(value, item)}</option>}
        {offers?.map(({ id, title }) => (
          <option key={id} value={id}>
            {String(title)}
          </option>
        ))}
      </select>
    </Group>
  );
}

function nameOf(offer: string, item: Item | null): string {
  return item && String(item.targetOfferId) === offer && item.targetTitle ? String(item.targetTitle) : `Offer ${offer}`;
}
