/** A part of a text: the index of its first character, and the one after its last. */
export type Span = { start: number; end: number };
type Line = Span & { text: string };

/** Longer texts are read to here. */
const MAX_TEXT = 20_000;
const MAX_CLOSING_WORDS = 6;
const MAX_NAME_WORDS = 5;
const MAX_SIGNATURE_LINES = 12;

/** All that follows is older, or of somebody else. */
const OLDER =
  /^(?:-{2,} ?(?:original message|forwarded message|ursprüngliche nachricht|message d'origine)|_{20,}|begin forwarded message|-{5,} ?forwarded)/i;
const HEADER = /^\*?(?:from|von|de|da|van):/i;
const HEADER_BELOW = /^\*?(?:sent|date|to|subject|gesendet|datum|envoyé|enviado):/i;
const ATTRIBUTION_START = /^(?:on|am|le|el|il|op) /i;
const ATTRIBUTION_END = /(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef)\s?:$/i;
const SIGNATURE = /^(?:--|—|__|sent from my |get outlook for )/i;
const CLOSING =
  /^(?:all the best|(?:with )?(?:my )?(?:best|kind|kindest|warm|warmest)(?: wishes| regards)?|regards|sincerely|yours|cheers|ciao|many thanks|thanks|thank you|love|hugs|take care|talk soon|speak soon|greetings|respectfully|mit freundlichen|saludos|cordialement|xx?)(?![\p{L}\p{N}])/iu;
const DISCLAIMER =
  /confidential|intended recipient|disclaimer|unsubscribe|privacy (?:notice|policy)|personal data|registered (?:office|in)/i;
const POSTSCRIPT = /^p\.? ?s\.?(?![\p{L}\p{N}])/iu;

/** The lines that the author wrote for this message, each with its place: no quotes, no signature, no small print. */
export function dropQuotes(text: string, authorName: string): Line[] {
  const lines = linesOf(text.slice(0, MAX_TEXT));
  const own: Line[] = [];
  let isSignature = false;
  for (const [index, line] of lines.entries()) {
    const next = nextText(lines, index);
    if (isOlder(line.text, next)) break;
    if (isQuoted(line.text, lines[index + 1]?.text ?? "")) {
      if (!line.text.startsWith(">") && !next.startsWith(">")) break;
      continue;
    }
    isSignature = POSTSCRIPT.test(line.text) ? false : isSignature || isEnd(lines, index, authorName);
    if (!isSignature && !DISCLAIMER.test(line.text)) own.push(line);
  }
  return own;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start <= text.length) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    lines.push({ start, end, text: text.slice(start, end).trim() });
    start = end + 1;
  }
  return lines;
}

/** The next line that is not empty, of the three below. */
const nextText = (lines: readonly Line[], index: number) =>
  lines.slice(index + 1, index + 4).find(({ text }) => text !== "")?.text ?? "";

const isOlder = (line: string, next: string) =>
  OLDER.test(line) || (HEADER.test(line) && HEADER_BELOW.test(next));

/** A marked line, or 'On Monday Ben wrote:', also in two lines. */
const isQuoted = (line: string, next: string) =>
  line.startsWith(">") ||
  (ATTRIBUTION_START.test(line) &&
    (ATTRIBUTION_END.test(line) || (line.length > 20 && next.length < 100 && ATTRIBUTION_END.test(next))));

function isEnd(lines: readonly Line[], index: number, authorName: string): boolean {
  const line = lines[index]?.text ?? "";
  if (SIGNATURE.test(line) && (line.length <= 3 || !/^[-—_]/.test(line))) return true;
  if (index === 0 || line === "") return false;
  const words = line.split(/\s+/);
  const isShort = words.length <= MAX_CLOSING_WORDS && line.length <= 60 && !/[?;:]/.test(line);
  if (isShort && CLOSING.test(line))
    return isName(nextText(lines, index)) && lines.length - index <= MAX_SIGNATURE_LINES;
  return authorName !== "" && isAuthor(line, authorName) && lines.length - index <= MAX_SIGNATURE_LINES;
}

/** What stands under a closing: a name, or nothing. */
function isName(line: string): boolean {
  const words = line.split(/\s+/);
  if (words.length <= 1) return true;
  return words.length <= MAX_NAME_WORDS && words.every((word) => NAME_WORD.test(word));
}
const NAME_WORD = /^(?:[\p{Lu}\d(|&,.–-]|(?:van|von|de|der|da|di|of|and|x+)$)/u;

/** 'Ben', 'Ben Okri', 'Ben Okri | Bookshop', 'B.' */
function isAuthor(line: string, authorName: string): boolean {
  const [lower, name] = [line.toLowerCase(), authorName.toLowerCase()];
  const [first = ""] = name.split(/\s+/);
  const bare = lower.replace(/[.,!x\s]{0,9}$/, "");
  return bare === first || lower.startsWith(name) || (bare.length === 1 && first.startsWith(bare));
}
