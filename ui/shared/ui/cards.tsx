import type { ComponentProps } from "react";

/** A grid of cards, as many in a row as there is room for. */
export function Cards({ className = "", ...props }: ComponentProps<"div">) {
  return (
    <div
      {...props}
      className={`cards grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-x-9 gap-y-[clamp(2.5rem,2rem+2vw,3.5rem)] ${className}`}
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
export const footLook = "mt-auto flex w-full items-end justify-between gap-x-4 pt-4 text-small text-muted";
