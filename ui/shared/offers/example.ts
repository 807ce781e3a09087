/** Whether a URL has a domain reserved for examples (RFC 2606), as fictional partners do. */
export function isExample(address = ""): boolean {
  return /^https?:\/\/([^/?#]+\.)?example(\.(com|net|org))?([/?#:]|$)/i.test(address);
}

/** The host that an offer's URL leads to, also through /links/; null if it is not a web address. */
export function partnerHost(address = ""): string | null {
  const target = address.startsWith("/links/") ? new URLSearchParams(address.split("?")[1]).get("url") : address;
  return target?.match(/^https?:\/\/([^/?#@{}\\\s]+)/)?.[1] ?? null;
}
