import { Children, type ComponentProps } from "react";

/** The classes of a grid with three columns, by how many cards the last row lacks: the first cards are wider. */
const even = ["", "lg:[&>:nth-child(-n+4)]:col-span-3", "lg:[&>:nth-child(-n+2)]:col-span-3"];

interface CardsProps extends ComponentProps<"div"> {
  /** The grid has all cards, so its rows should be full if there is room. */
  whole?: boolean;
}

/** A grid of cards with as many columns as fit. */
export function Cards({ whole, className = "", ...props }: CardsProps) {
  const rows = whole ? `lg:grid-cols-6 lg:*:col-span-2 ${even[Children.count(props.children) % 3]}` : "";
  return (
    <div
      {...props}
      className={`cards grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-x-9 gap-y-[clamp(2.5rem,2rem+2vw,3.5rem)] ${rows} ${className}`}
    />
  );
}

/** The classes of a card and its parts: a picture above a text. */
export const cardLook = {
  card: "group relative grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] alone-across",
  picture: undefined,
  body: "flex flex-col items-start pt-4 *:max-w-full",
  title: "card-title mt-3",
};

/** The classes of the last line of a card. */
export const footLook =
  "mt-auto flex w-full max-brief:flex-wrap items-end justify-between gap-x-4 pt-4 text-small text-muted";
