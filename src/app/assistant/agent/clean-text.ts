const HIDDEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}\p{Cc}]/gu;
const LINK = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|data:|mailto:)[^\s<>()[\]"']+/gi;
const PICTURE = /!\[([^[\]]*)\](?:\([^)[]{0,1000}\)|\[[^[\]]*\])/g;
const REFERENCE = /\[([^[\]]*)\]\(([^)[]{0,1000})\)/g;
export const REMOVED_LINK = "[link left out]";

/** Invisible characters could carry hidden content (security.md D32). */
export const withoutHidden = (text: string): string =>
  text.replaceAll(HIDDEN, (sign) => (sign === "\n" || sign === "\t" ? sign : ""));

export const hasHidden = (text: string): boolean => withoutHidden(text) !== text;

/**
 * A model's text made safe to show: no images, no invisible characters, and only links that appear literally in the
 * model's input, because any other link could leak data. The result is plain text: nothing is loaded.
 */
export function cleaned(text: string, known: string): string {
  const isKnown = (link: string) => known.includes(link.replace(/(?<![.,;:!?])[.,;:!?]+$/, ""));
  return withoutHidden(text)
    .replaceAll(PICTURE, "$1")
    .replaceAll(
      REFERENCE,
      (_, label: string, link: string) => `${label} ${isKnown(link) ? link : REMOVED_LINK}`,
    )
    .replaceAll(LINK, (link) => (isKnown(link) ? link : REMOVED_LINK));
}

/** The part of a streamed text that can be shown already: whole words outside of brackets. */
export function displayablePart(text: string): string {
  const end = Math.max(text.lastIndexOf(" "), text.lastIndexOf("\n"));
  const complete = text.slice(0, end + 1);
  const bracket = complete.lastIndexOf("[");
  const isOpen = bracket >= 0 && /^\[[^\]]*$|^\[[^\]]*\]\([^)]*$/.test(complete.slice(bracket));
  return isOpen ? complete.slice(0, complete[bracket - 1] === "!" ? bracket - 1 : bracket) : complete;
}
