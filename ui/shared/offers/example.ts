/** Whether an address is one of those that are kept for examples (RFC 2606), as those of invented partners are. */
export function isExample(address = ""): boolean {
  return /^https?:\/\/([^/?#]+\.)?example(\.(com|net|org))?([/?#:]|$)/i.test(address);
}
