/** Where fingers choose, or the screen is narrow, a row has three lines and the height of a touch target. */
const ROOMY = "(pointer: coarse), (max-width: 40em)";

/** Of a conversation in the list, in pixels, as in `thread-row.module.css`; larger where the browser's type is. */
export const rowHeight = () => (matchMedia(ROOMY).matches ? 76 : 42) * (rootSize() / 16);

const rootSize = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
