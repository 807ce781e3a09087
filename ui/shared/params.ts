/** A longer query value counts as absent, here as in the page cache's key. */
const longestParamBytes = 300;

/** The longest search: its characters fit into such a value in any script. */
export const longestSearch = 100;

/** The first value of a query parameter; undefined when it is empty or too long. */
export function readParam(params: URLSearchParams, name: string): string | undefined {
  const value = params.get(name);
  if (!value || new TextEncoder().encode(value).length > longestParamBytes) return undefined;
  return value.trim() || undefined;
}

/**
 * The page of a list, from 1. Any beyond `most` counts as that: it has to lie past the end, where there is no page. What is
 * not written as a number from 2 on counts as absent, here as in the page cache's key.
 */
export function readPage(params: URLSearchParams, most: number): number {
  const page = params.get("page") ?? "";
  return /^[1-9]\d{0,299}$/.test(page) ? Math.min(Number(page), most) : 1;
}
