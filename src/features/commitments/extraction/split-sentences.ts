import { dropQuotes, type Span } from "./drop-quotes.ts";
import { readTokens, type Token } from "./read-tokens.ts";

export type Sentence = {
  tokens: readonly Token[];
  isQuestion: boolean;
  /** Sentences of one paragraph have the same number. */
  paragraph: number;
};

/** Longer ones are several, so that the work on each is bounded. */
const MAX_TOKENS = 120;
/** Lines of mail that are at least this long may be wrapped in the middle of a sentence. */
const WRAPPED = 50;

const ENDS = new Set([".", "!", "?", "…", ";"]);
const ABBREVIATIONS = new Set(
  "mr mrs ms dr prof st approx incl excl no nr vs etc e.g i.e eg ie inc ltd dept tel ref jan feb mar apr jun jul aug sept sep oct nov dec".split(
    " ",
  ),
);
const OPEN_ENDED = new Set(
  "and or but to the a an of for with by in on at from that which i we you will would can could my your our if is are be not until as".split(
    " ",
  ),
);

/** The sentences that the author wrote. List items and the lines of a chat are separate. */
export function splitSentences(text: string, authorName = ""): Sentence[] {
  const sentences: Sentence[] = [];
  for (const [paragraph, span] of blocksOf(text, authorName).entries()) {
    const tokens = readTokens(text, span.start, span.end);
    let start = 0;
    for (let index = 0; index < tokens.length; index += 1) {
      const isLast = index === tokens.length - 1;
      if (!isLast && index - start < MAX_TOKENS && !isEnd(tokens, index, text)) continue;
      const part = tokens.slice(start, index + 1);
      sentences.push({
        tokens: part,
        isQuestion: part.slice(-3).some(({ word }) => word === "?"),
        paragraph,
      });
      start = index + 1;
    }
  }
  return sentences.filter(({ tokens }) => tokens.some(({ word }) => /[\p{L}\p{N}👍]/u.test(word)));
}

/** Runs of lines that may share a sentence. */
function blocksOf(text: string, authorName: string): Span[] {
  const blocks: Span[] = [];
  let before: { text: string; end: number } | null = null;
  for (const line of dropQuotes(text, authorName)) {
    const last = blocks.at(-1);
    if (line.text !== "") {
      if (last && before && before.end + 1 === line.start && isWrapped(before.text, line.text))
        last.end = line.end;
      else blocks.push({ start: line.start, end: line.end });
    }
    before = line.text === "" ? null : line;
  }
  return blocks;
}

function isWrapped(line: string, next: string): boolean {
  if (/^(?:[-*•]|\d+[.)])/.test(next)) return false;
  const [last = ""] = line.toLowerCase().split(/\s+/).slice(-1);
  if (/[.!?:]$/.test(line)) return line.length >= WRAPPED && !line.endsWith(":");
  if (last.endsWith(",")) return line.length >= WRAPPED;
  return (
    OPEN_ENDED.has(last) ||
    (line.length >= WRAPPED && /^\p{Ll}|^\p{N}/u.test(next)) ||
    line.length >= WRAPPED + 15
  );
}

function isEnd(tokens: readonly Token[], index: number, text: string): boolean {
  const [token, before, next] = [tokens[index], tokens[index - 1], tokens[index + 1]];
  if (!token || !ENDS.has(token.word) || !next || ENDS.has(next.word)) return false;
  if (/^["”»)\]'’]$/.test(next.word) && next.start === token.end) return false;
  if (token.word !== ".") return next.start > token.end;
  if (next.start === token.end && !/^\p{Lu}/u.test(text.slice(next.start, next.start + 2))) return false;
  const isInitial = before?.word.length === 1 && before.word !== "i" && /^\p{L}$/u.test(before.word);
  if (isInitial) return false;
  // '3. June' and 'no. 5'
  if (
    /^\d{1,2}$/.test(before?.word ?? "") &&
    (index === 1 || /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/.test(next.word))
  )
    return false;
  if (before?.word === "no") return !/^\d/.test(next.word);
  return !(before && ABBREVIATIONS.has(before.word));
}
