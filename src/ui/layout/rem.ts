/** A length for type of 16 px, in CSS that grows with the type of the browser. */
export const rem = (px: number): string => `${px / 16}rem`;

/** The pixels that it has now. */
export const scaledPx = (px: number): number => px * (rootPx() / 16);

const rootPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
