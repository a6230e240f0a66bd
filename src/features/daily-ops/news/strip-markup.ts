const MAX_LENGTH = 100_000;
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
};

/** The text of an HTML fragment on one line. Not a sanitizer: the result is text and must be shown as text. */
export function stripMarkup(html: string): string {
  return html
    .slice(0, MAX_LENGTH)
    .replace(/<(script|style)\b[^>]*(?:>[\s\S]*?(?:<\/\1\s*>|$)|$)/gi, " ")
    .replace(/<[a-z!/?][^>]*(>|$)/gi, " ")
    .replace(/&(#x?[\da-f]+|[a-z]+);/gi, (match, name: string) => characterOf(name) ?? match)
    .replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, " ")
    .trim();
}

function characterOf(name: string): string | undefined {
  if (!name.startsWith("#")) return NAMED[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
    ? String.fromCodePoint(code)
    : undefined;
}
