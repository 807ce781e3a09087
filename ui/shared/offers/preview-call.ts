/** The call that reads the preview at an address. */
export function previewCall(request: Request): string {
  return `/api${new URL(request.url).pathname}`;
}

/** Whether the page is a preview, which counts nothing. */
export function inPreview(): boolean {
  return location.pathname.startsWith("/preview/");
}
