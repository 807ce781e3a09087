/** The classes of the question box. From the first paint it is about as high as its shortest question. */
export const frame =
  "flex min-h-170 flex-col overflow-clip rounded-large border border-line bg-surface sm:min-h-140 lg:grid lg:min-h-155 lg:grid-cols-[minmax(0,1fr)_27rem] lg:grid-rows-[auto_1fr_auto_auto_1fr_auto]";

/** The classes of what is in the box, beside the case. */
export const inset = "px-5 sm:px-8 lg:col-start-1";

/** The classes of a question. */
export const heading =
  "min-h-[2.3em] pt-3 text-[clamp(1.375rem,1.05rem+1.5vw,2.375rem)] leading-[1.15] lg:row-start-3 lg:text-[3rem]";
