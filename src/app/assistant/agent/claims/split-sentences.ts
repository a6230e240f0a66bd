import type { Token } from "./tokens.ts";

/** A part of a text that says one thing: from one full stop, line end or semicolon to the next. */
export type Sentence = { start: number; end: number; text: string; tokens: readonly Token[] };

/** After these a full stop ends nothing. */
const SHORT = new Set(
  "mr mrs ms dr prof st no nr vs etc eg ie approx ca bzw usw dh zb inc ltd jan feb mar apr jun jul aug sep sept oct okt nov dec dez mon tue tues wed thu thur thurs fri sat sun a p m".split(
    " ",
  ),
);

export function splitSentences(text: string, tokens: readonly Token[]): Sentence[] {
  const sentences: Sentence[] = [];
  let first = 0;
  const close = (last: number) => {
    const own = tokens.slice(first, last + 1);
    const [head] = own;
    const end = own.at(-1)?.end;
    if (head && end !== undefined)
      sentences.push({ start: head.start, end, text: text.slice(head.start, end), tokens: own });
    first = last + 1;
  };
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1];
    const hasBreak = next && text.slice(token.end, next.start).includes("\n");
    if (!next || hasBreak || isEnd(tokens, at)) close(at);
  }
  return sentences;
}

function isEnd(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const next = tokens[at + 1];
  if (!token || !next || next.isAttached) return false;
  if (/^[!?;]$/.test(token.text)) return true;
  if (token.text !== ".") return false;
  const before = tokens[at - 1];
  // '5. Dezember' and 'Fri. 5' go on.
  if (before?.kind === "digits" && next.kind === "word" && before.text.length < 3 && isMonth(next))
    return false;
  return !(
    before &&
    SHORT.has(before.plain) &&
    before.isAttached === false &&
    /^[\p{L}\d]/u.test(next.text) &&
    before.text.length < 5
  );
}

const isMonth = ({ plain }: Token) =>
  /^(?:jan|feb|mar|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])/.test(plain);
