/** A word or a mark of a sentence: as it was written, without capitals, its stem, and what kind of word it looks like. */
export type Token = { text: string; word: string; stem: string; shape: string; start: number; end: number };

const PIECES =
  /\S+@\S+\.\w+|https?:\/\/\S+|\d+(?:[.:,]\d+)*(?:\s?[ap]\.?m\b\.?|h\b|%)?|[\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:['\u2019][\p{L}]+)*|[^\s\p{L}\p{N}]/giu;

/** Longer sentences are read up to here. */
const MAX_TOKENS = 80;

export function tokensOf(sentence: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: text, index: start } of sentence.matchAll(PIECES)) {
    if (tokens.length === MAX_TOKENS) break;
    const word = text.toLowerCase().replaceAll("\u2019", "'");
    tokens.push({
      text,
      word,
      stem: stemOf(word),
      shape: shapeOf(text, word),
      start,
      end: start + text.length,
    });
  }
  return tokens;
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
