/** A word or a mark of a sentence: as it was written, without capitals, its stem, and what kind of word it looks like. */
export type Token = { text: string; word: string; stem: string; shape: string; start: number; end: number };

/** The words and marks of a part of a sentence between spaces. */
const PIECES = /\d[\d.:,]*(?:[ap]m\b|h\b|%)?|[\p{L}\p{M}][\p{L}\p{M}\p{N}'\u2019]*|[^\p{L}\p{M}\p{N}]/giu;
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** Longer sentences are read up to here. */
const MAX_TOKENS = 80;
const MAX_LENGTH = 2000;

export function tokensOf(sentence: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: part, index } of sentence.slice(0, MAX_LENGTH).matchAll(/\S+/g))
    for (const { text, start } of piecesOf(part)) {
      if (tokens.length === MAX_TOKENS) return tokens;
      const word = text.toLowerCase().replaceAll("\u2019", "'");
      const place = { start: index + start, end: index + start + text.length };
      tokens.push({ text, word, stem: stemOf(word), shape: shapeOf(text, word), ...place });
    }
  return tokens;
}

function piecesOf(part: string): { text: string; start: number }[] {
  const whole = part.replace(/(?<![.,;:!?])[.,;:!?]+$/, "");
  if (!ADDRESS.test(whole) && !part.startsWith("http"))
    return [...part.matchAll(PIECES)].map(({ 0: text, index }) => ({
      text: /^\d/.test(text)
        ? text.replace(/(?<![.:,])[.:,]+$/, "")
        : text.replace(/(?<!['\u2019])['\u2019]+$/, ""),
      start: index,
    }));
  return whole === part
    ? [{ text: part, start: 0 }]
    : [
        { text: whole, start: 0 },
        { text: part.slice(whole.length), start: whole.length },
      ];
}

const DAYS = /^(mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?('?s)?$/;
const MONTHS =
  /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)$/;
const DAY_WORDS =
  /^(today|tomorrow|tonight|tmrw|tmr|tomorow|yesterday|noon|midday|midnight|eod|eow|morning|afternoon|evening|weekend)('s)?$/;
const NUMBERS =
  /^(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|half|quarter)$/;

function shapeOf(text: string, word: string): string {
  if (word.includes("@")) return "address";
  if (/^https?:/.test(word)) return "link";
  if (/^\d/.test(word)) return /[:ap]|h$/.test(word) ? "clock" : word.endsWith("%") ? "percent" : "number";
  if (DAYS.test(word)) return "day";
  if (MONTHS.test(word)) return "month";
  if (DAY_WORDS.test(word)) return "day-word";
  if (NUMBERS.test(word)) return "count";
  if (!/\p{L}/u.test(word)) return "mark";
  if (/^\p{Lu}/u.test(text)) return "name";
  return "word";
}

/** A plain stem: good enough to take 'moving', 'moved' and 'moves' for 'move'. */
export function stemOf(word: string): string {
  const bare = word.replace(/'s$|s'$|'(ll|d|ve|re|m)$/, "");
  if (bare.length < 4 || !/^[a-z]+$/.test(bare)) return bare;
  return bare
    .replace(/ies$/, "y")
    .replace(/(ss|sh|ch|x)es$/, "$1")
    .replace(/([^su])s$/, "$1")
    .replace(/(?<=[a-z]{3})(ing|ed)$/, "")
    .replace(/([bdgmnprt])\1$/, "$1")
    .replace(/(?<=[a-z]{2})e$/, "");
}
