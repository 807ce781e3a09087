import { useState } from "react";
import type { StaffContentOffer, StaffPage, StaffQuestion } from "../../shared/api.gen.ts";
import { Group, Options } from "../../shared/form/fields.tsx";
import { useRead } from "./calls.ts";

interface OfferFieldProps {
  name: string;
  label: string;
  hint?: string;
  error?: string;
  /** As saved; null for a new one. */
  question: StaffQuestion | null;
  /** Id of the offer; empty for none. */
  value: string;
  onChange: (value: string) => void;
}

/** Chooses the offer of a question, from any content page: first the page, then the offer. */
export function OfferField({ name, question, value, onChange, ...said }: OfferFieldProps) {
  const { data: pages } = useRead<StaffPage[]>("/api/content/pages?limit=200");
  const [page, setPage] = useState(String(question?.targetPageId ?? ""));
  const { data: offers } = useRead<StaffContentOffer[]>(page ? `/api/content/offers?pageId=${page}&limit=200` : null);
  const known = offers?.some(({ id }) => String(id) === value);
  return (
    <Group {...said}>
      <select aria-label="Offer page" value={page} onChange={(event) => setPage(event.currentTarget.value)}>
        <option value="">Choose a page…</option>
        <Options of={(pages ?? []).map(({ id, title }) => [id, title])} />
      </select>
      <select aria-label="Offer" name={name} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">No offer</option>
        {value && !known && (
          <option value={value}>
            {question?.targetTitle && String(question.targetOfferId) === value
              ? question.targetTitle
              : `Offer ${value}`}
          </option>
        )}
        <Options of={(offers ?? []).map(({ id, title }) => [id, title])} />
      </select>
    </Group>
  );
}
