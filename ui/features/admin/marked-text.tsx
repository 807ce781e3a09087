import { diffWordsWithSpace } from "diff";

interface MarkedTextProps {
  text: string;
  /** The text that it is compared with. */
  other: string;
  /** How what the other lacks is marked: as taken out or as put in. */
  as: "del" | "ins";
}

/** A text in which the words that another lacks are marked. */
export function MarkedText({ text, other, as: Mark }: MarkedTextProps) {
  const parts = diffWordsWithSpace(other, text, { timeout: 200 }); // undefined when it takes too long, in milliseconds
  if (!parts) return text;
  return parts
    .filter(({ removed }) => !removed)
    .map(({ value, added }, place) => {
      const key = `${place} ${value.length}`;
      return added ? <Mark key={key}>{value}</Mark> : <span key={key}>{value}</span>;
    });
}
