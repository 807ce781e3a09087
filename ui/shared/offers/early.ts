/** Stands for the id of a click in an address, in data-marked of its link, until the page's code is there. */
export const clickIdMark = "CLICK-ID";
