/** The classes of the question box. From the first paint it is as high as one question needs. */
export const frame =
  "relative min-h-108 rounded-large border border-line bg-surface px-5 pt-2 pb-4 sm:px-8 sm:pt-4 lg:pr-[calc(34%+3rem)]";

/** The classes of a question. */
export const heading = "min-h-[2.3em] pt-6 text-[clamp(1.625rem,1.3rem+1.6vw,2.5rem)] leading-[1.15]";

/** The classes of the picture beside the questions, if there is room. */
export const picture =
  "max-lg:hidden lg:absolute lg:inset-y-0 lg:right-0 lg:h-full lg:w-[34%] lg:rounded-l-none lg:rounded-r-large";
