/** The campaign of a shared link. */
export interface Campaign {
  source: string;
  medium: string;
  campaign: string;
  content: string;
}

/** A page's address with the campaign in utm_ parameters, without empty ones. */
export function shareLink(baseUrl: string, path: string, campaign: Campaign): string {
  const url = new URL(path, baseUrl);
  for (const name of ["source", "medium", "campaign", "content"] as const) {
    const value = campaign[name].trim();
    if (value) url.searchParams.set(`utm_${name}`, value);
  }
  return url.href;
}
