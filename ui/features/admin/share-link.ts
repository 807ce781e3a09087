/** Where a shared link says that a visitor comes from. */
export interface Campaign {
  source: string;
  medium: string;
  campaign: string;
  content: string;
}

/** The address of a page with its campaign as utm_ parameters; what is empty is left out. */
export function shareLink(baseUrl: string, path: string, campaign: Campaign): string {
  const url = new URL(path, baseUrl);
  for (const name of ["source", "medium", "campaign", "content"] as const) {
    const value = campaign[name].trim();
    if (value) url.searchParams.set(`utm_${name}`, value);
  }
  return url.href;
}
