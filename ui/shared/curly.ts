/** Converts straight quotes and apostrophes to curly ones, as the server does in pieces. */
export function curly(text: string): string {
  if (!/['"]/.test(text)) return text; // most texts have none
  return text
    .replaceAll(/(?<=^|[\s([{\u2014\u2013/\u201c])'(?=\d\ds?\b)/g, "\u2019") // the '90s
    .replaceAll(/(?<=^|[\s([{\u2014\u2013/])"/g, "\u201c")
    .replaceAll('"', "\u201d")
    .replaceAll(/(?<=^|[\s([{\u2014\u2013/\u201c])'/g, "\u2018")
    .replaceAll("'", "\u2019");
}

/** Converts curly quotes to straight ones, as people type them in a search. */
export function straight(text: string): string {
  return text.replaceAll(/[\u2018\u2019]/g, "'").replaceAll(/[\u201c\u201d]/g, '"');
}
