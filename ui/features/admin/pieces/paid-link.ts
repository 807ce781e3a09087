// A link that a partner pays for says so in its title, as server/platform/markdown reads it: "sponsored: Partner".

/** The title of a link that somebody pays for; the name may be empty. */
export function titleOfPaid(payer: string): string {
  const name = payer.trim();
  return name ? `sponsored: ${name}` : "sponsored";
}

/** The title of a link to an offer that is shown as a card. */
export const cardTitle = "card";

/** Who pays for a link, by its title; undefined if nobody does. */
export function payerOf(title: string): string | undefined {
  const [kind = "", ...name] = title.split(":");
  return kind.trim().toLowerCase() === "sponsored" ? name.join(":").trim() : undefined;
}
