/** Longer query values are ignored, as in the page cache's key. */
const longestParamBytes = 300;

/** The maximum length of a search, so that it fits into such a value in any script. */
export const longestSearch = 100;

/** The first value of a query parameter; undefined if it is empty or too long. */
export function readParam(params: URLSearchParams, name: string): string | undefined {
  const value = params.get(name);
  if (!value || new TextEncoder().encode(value).length > longestParamBytes) return undefined;
  return value.trim() || undefined;
}

/**
 * The page of a list, starting at 1, capped at `most`, which is past the end of any list. Anything that is not written
 * as an integer of 2 or more is ignored, as in the page cache's key.
 */
export function readPage(params: URLSearchParams, most: number): number {
  const page = params.get("page") ?? "";
  return /^[1-9]\d{0,299}$/.test(page) ? Math.min(Number(page), most) : 1;
}
