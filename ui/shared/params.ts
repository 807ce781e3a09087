/** A query value longer than this counts as absent, for the page cache as for us: both must read an address alike. */
export const longestParamBytes = 100;

/** A parameter of the address as the server reads it: its first value; undefined when empty or too long. */
export function readParam(params: URLSearchParams, name: string): string | undefined {
  const value = params.get(name);
  if (!value || new TextEncoder().encode(value).length > longestParamBytes) return undefined;
  return value.trim() || undefined;
}
