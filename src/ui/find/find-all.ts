/** Where the searched words are: from `start` to `end` in one part of a text. */
export type Match = { part: number; start: number; end: number };

/** Matches that are counted and marked. */
export const MAX_MATCHES = 999;

/** All places of the words in the parts of a text, ignoring case and the kind of white space; at most MAX_MATCHES. */
export function findAll(parts: readonly string[], searched: string): readonly Match[] {
  const words = folded(searched.trim());
  const matches: Match[] = [];
  if (words === "") return matches;
  for (const [part, text] of parts.entries()) {
    const where = folded(text);
    for (let start = where.indexOf(words); start >= 0; start = where.indexOf(words, start + words.length)) {
      if (matches.length === MAX_MATCHES) return matches;
      matches.push({ part, start, end: start + words.length });
    }
  }
  return matches;
}

/** As long as the text, so that places in it are places in the text. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  const even = lower.length === text.length ? lower : Array.from(text, lowerOfSameLength).join("");
  return even.replaceAll(/\s/g, " ");
}

function lowerOfSameLength(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}
