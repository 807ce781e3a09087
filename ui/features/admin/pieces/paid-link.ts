// A paid link is marked in its title, as in server/platform/markdown: "sponsored: Partner".

/** The title of a paid link; the payer may be empty. */
export function titleOfPaid(payer: string): string {
  const name = payer.trim();
  return name ? `sponsored: ${name}` : "sponsored";
}

/** The title of a link to an offer shown as a card. */
export const cardTitle = "card";

/** The payer in a link's title; undefined if it isn't a paid link. */
export function payerOf(title: string): string | undefined {
  const [kind = "", ...name] = title.split(":");
  return kind.trim().toLowerCase() === "sponsored" ? name.join(":").trim() : undefined;
}
