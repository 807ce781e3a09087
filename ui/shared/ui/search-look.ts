/** The classes of a search field and its button, by position. */
export const searchLook = {
  page: {
    form: "flex max-w-[34rem] items-center gap-2.5 rounded-small border-[1.5px] border-rule bg-surface pl-3.5 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-(--focus)",
    input: "min-h-11 w-full min-w-0 flex-1 focus-visible:outline-none",
    submit: "cursor-pointer self-stretch border-l border-line px-4.5 font-semibold hover:bg-sunken",
  },
  /** Searches while typing, and on Enter. */
  desk: {
    form: "flex max-w-[34rem] items-center gap-2.5 rounded-small border border-muted bg-surface pl-3.5 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-(--focus)",
    input: "min-h-11 w-full min-w-0 flex-1 focus-visible:outline-none md:min-h-9 md:py-1",
    submit: "hidden",
  },
};
