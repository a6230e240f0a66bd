import { detectLanguage } from "#platform/language/detect-language.ts";
import type { Value } from "./claim.ts";
import { COMMON_ENDING, COMMON_WORDS, NO_NAMES } from "./common-words.ts";
import type { Sentence } from "./split-sentences.ts";
import type { Token } from "./tokens.ts";

/** In German every noun has a capital letter: only what follows these is surely a name. */
const BEFORE_NAME = new Set(["herr", "herrn", "frau", "dr", "mit"]);

/** Characters that show the language of an answer. */
const LANGUAGE_SAMPLE = 600;

type Text = { text: string; sentences: readonly Sentence[]; others: readonly Value[] };

/**
 * The names of people, firms, places and records: words with a capital letter that do not only begin a sentence. `others`
 * are the values that were read already: days and codes are no names.
 */
export function readNames({ text, sentences, others }: Text): Value[] {
  const isGerman = detectLanguage(text.slice(0, LANGUAGE_SAMPLE)) === "de";
  const taken = [...others];
  let other = 0;
  const isTaken = ({ start }: Token) => {
    while ((taken[other]?.end ?? Number.POSITIVE_INFINITY) <= start) other += 1;
    return (taken[other]?.start ?? Number.POSITIVE_INFINITY) <= start;
  };
  return sentences.flatMap(({ tokens }) => {
    const names: Value[] = [];
    let open: Token[] = [];
    const close = () => {
      const name = nameOf(open);
      if (name) names.push(name);
      open = [];
    };
    for (const [at, token] of tokens.entries()) {
      const before = tokens[at - 1];
      if (isTaken(token) || !isNamed(token, { before, isGerman, isFirst: isFirst(tokens, at) })) {
        // 'Raman-Lopez' and 'J. Smith' go on, and so does 'Feld & Partner'.
        const isJoint =
          open.length > 0 && token.kind === "sign" && (token.isAttached ? /^[-.&]$/ : /^&$/).test(token.text);
        if (!isJoint) close();
      } else open.push(token);
    }
    close();
    return names;
  });
}

type Situation = { before: Token | undefined; isGerman: boolean; isFirst: boolean };

function isNamed({ text, plain, kind }: Token, { before, isGerman, isFirst }: Situation): boolean {
  if (kind !== "word" || !/^\p{Lu}/u.test(text) || NO_NAMES.has(plain)) return false;
  if (isGerman) return BEFORE_NAME.has(before?.plain ?? "") && !COMMON_WORDS.has(plain);
  if (/^[iI]['\u2019]/.test(text)) return false;
  if (!isFirst) return !(COMMON_WORDS.has(plain) && plain.length < 4);
  return (
    !COMMON_WORDS.has(plain) &&
    !COMMON_ENDING.test(plain) &&
    !COMMON_WORDS.has(plain.replace(/(?:ed|es|s)$/, ""))
  );
}

/** Whether a capital letter would stand there in any case. */
function isFirst(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  return (
    !before ||
    /^[:("'\u201c\u201e\u2018\u00ab*#\u2022>\u00bf\u00a1|\u2013\u2014-]$/.test(before.text) ||
    (before.text === "]" && at < 5) ||
    (before.text === "." && at < 3)
  );
}

function nameOf(words: readonly Token[]): Value | null {
  const [first] = words;
  const last = words.at(-1);
  if (!first || !last || (words.length === 1 && first.plain.length < 2)) return null;
  const all = words.map(({ plain }) => `word:${plain}`);
  const pairs = words.slice(1).map(({ plain }, place) => `pair:${words[place]?.plain} ${plain}`);
  return { kind: "name", start: first.start, end: last.end, keys: [], gives: [], all: [...all, ...pairs] };
}

/** The words of a text, and those that follow each other: what its names are found by. */
export function wordKeys(tokens: readonly Token[]): string[] {
  const keys: string[] = [];
  let before: Token | null = null;
  for (const token of tokens) {
    if (token.kind === "sign") {
      if (!/^[-.&'\u2019_@]$/.test(token.text)) before = null;
      continue;
    }
    keys.push(`word:${token.plain}`, `word:${token.plain}s`);
    if (before) keys.push(`pair:${before.plain} ${token.plain}`);
    before = token;
  }
  return keys;
}

const QUOTES =
  /"([^"\n]{2,400})"|\u201c([^\u201c\u201d\n]{2,400})\u201d|\u201e([^\u201e\u201c\n]{2,400})\u201c|\u00ab ?([^\u00ab\u00bb\n]{2,400}?) ?\u00bb|(?<![\p{L}\p{N}])['\u2018]([^'\u2018\u2019\n]{2,400})['\u2019](?![\p{L}\p{N}])/gu;
const MAX_QUOTES = 200;

/** What stands in quotation marks, with its place. */
export function readQuotes(text: string): { start: number; end: number; words: string }[] {
  const found: { start: number; end: number; words: string }[] = [];
  for (const match of text.matchAll(QUOTES)) {
    if (found.length === MAX_QUOTES) break;
    const words = match.slice(1).find((group) => group !== undefined) ?? "";
    found.push({ start: match.index, end: match.index + match[0].length, words });
  }
  return found;
}
