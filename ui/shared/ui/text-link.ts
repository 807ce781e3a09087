/** The classes of a link that stands by itself; on a touch screen it is as high as a finger is wide. */
export const textLink =
  "underline decoration-gold decoration-2 underline-offset-[0.2em] hover:decoration-current inline-block pointer-coarse:py-3";
