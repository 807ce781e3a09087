/**
 * Brings the style of all pages, which stays for the visit, and resolves when it is there. It comes after all other styles:
 * where one is put between them Chromium looks for the fonts anew, and a text that did without moves.
 */
export function wholeSheet(): Promise<unknown> {
  const href = document.querySelector<HTMLScriptElement>("script[data-sheet]")?.dataset.sheet ?? "";
  const known = document.querySelector<HTMLLinkElement>(`link[href="${href}"]:not([media])`);
  if (known?.sheet) return Promise.resolve();
  const link = known ?? document.createElement("link");
  return new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      link.remove(); // the next page tries again
      reject(new Error("the style of the page could not be loaded"));
    });
    if (known) return;
    link.rel = "stylesheet";
    link.href = href;
    document.head.append(link);
  });
}
