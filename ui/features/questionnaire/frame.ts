/** The classes of the question box. From the first paint it is as high as one question needs. */
export const frame =
  "min-h-120 content-start gap-x-[clamp(3rem,6vw,6rem)] border-t border-b-4 border-t-rule border-b-rule [border-bottom-style:double] lg:grid lg:grid-cols-[minmax(0,1fr)_20rem]";

/** The classes of a question. */
export const heading = "min-h-[2.3em] pt-6 text-[clamp(1.625rem,1.3rem+1.6vw,2.5rem)] leading-[1.15]";
