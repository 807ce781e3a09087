/** The classes of a standalone link. On touch screens it is tall enough for a finger. */
export const textLink =
  "underline decoration-gold decoration-2 underline-offset-[0.2em] hover:decoration-current inline-block pointer-coarse:py-3";
