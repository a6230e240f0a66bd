/** A share for people; null means that there is nothing to take a share of yet. */
export const percent = (share: number | null) => (share === null ? "–" : `${share}%`);
