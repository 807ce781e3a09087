/** The classes of the box of the questions, as high from the first paint on as one question needs. */
export const frame =
  "min-h-120 content-start gap-x-[clamp(3rem,6vw,6rem)] border-t border-b-4 border-t-rule border-b-rule [border-bottom-style:double] lg:grid lg:grid-cols-[minmax(0,1fr)_20rem]";
