/**
 * The classes of a dialog and its header, for the browser's dialog on public pages and for the admin's, which adds its
 * position.
 */
export const dialogLook = {
  dialog:
    "dialog m-auto max-h-[min(52rem,100dvh-1.5rem)] w-[min(32rem,100vw-1.5rem)] max-w-none overflow-y-auto scroll-pt-16 scroll-pb-20 rounded-large border border-t-4 border-line border-t-rule bg-surface px-(--dialog-pad) py-0 text-inherit [--dialog-pad:1.25rem] [border-top-style:double] [box-shadow:var(--lifted)] backdrop:bg-[rgb(8_20_16/55%)] data-wide:w-[min(46rem,100vw-1.5rem)] sm:[--dialog-pad:1.75rem]",
  head: "sticky top-0 z-1 mb-3 flex items-center justify-between gap-4 bg-surface pt-3.5 pb-2",
  close: "-mr-3 inline-grid size-11 flex-none cursor-pointer place-items-center rounded-small hover:bg-sunken",
};
