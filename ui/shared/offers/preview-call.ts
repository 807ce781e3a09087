/** The API path of the preview at a URL. */
export function previewCall(request: Request): string {
  return `/api${new URL(request.url).pathname}`;
}

/** Whether the page is a preview. Previews count nothing. */
export function inPreview(): boolean {
  return location.pathname.startsWith("/preview/");
}
