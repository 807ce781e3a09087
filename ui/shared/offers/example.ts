/** Whether an address is one of those that are kept for examples (RFC 2606), as those of invented partners are. */
export function isExample(address = ""): boolean {
  return /^https?:\/\/([^/?#]+\.)?example(\.(com|net|org))?([/?#:]|$)/i.test(address);
}

/** The host that an offer's address leads to, also by way of /links/; null if it is no web address. */
export function partnerHost(address = ""): string | null {
  const target = address.startsWith("/links/") ? new URLSearchParams(address.split("?")[1]).get("url") : address;
  return target?.match(/^https?:\/\/([^/?#@{}\\\s]+)/)?.[1] ?? null;
}
