/** Where fingers choose, or the screen is narrow, a row has three lines and the height of a touch target. */
const ROOMY = "(pointer: coarse), (max-width: 40em)";

/** Of a conversation in the list, in pixels at type of 16 px, as in `thread-row.module.css`. */
export const rowHeight = () => (matchMedia(ROOMY).matches ? 76 : 42);
