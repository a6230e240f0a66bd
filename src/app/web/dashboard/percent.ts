/** Formats a percentage; null means that there is nothing to compute it from yet. */
export const percent = (share: number | null) => (share === null ? "–" : `${share}%`);
