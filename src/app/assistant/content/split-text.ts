import { type Token, tokensOf } from "../understanding/tokens.ts";

/** A sentence, a line of a list or a row of a table, with what stands around it. */
export type Unit = {
  text: string;
  tokens: readonly Token[];
  /** The last heading above it, and the head of its table. */
  heading: string;
  /** Units of one paragraph have the same number. */
  paragraph: number;
  /** From an older mail that this one quotes. */
  isQuoted: boolean;
  /** Below the closing: name, firm, numbers. */
  isSignature: boolean;
};

const MOST_UNITS = 1500;
const WRAPPED = 60;
const OLDER =
  /^(?:-{2,} ?(?:original message|forwarded message)|_{20,}|begin forwarded message|-{5,} ?forwarded)/i;
const ATTRIBUTION = /^(?:on|am|le) .{6,120}(?:wrote|schrieb|a écrit) ?:$/i;
const HEADER = /^(?:from|sent|to|subject|date|cc): /i;
const CLOSING =
  /^(?:all the best|(?:kind |best |warm )?(?:regards|wishes)|best|sincerely|yours|cheers|many thanks|thanks|thank you)[,.!]*$/i;
const SIGNATURE = /^(?:--|—|sent from my )/i;
const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });
const ABBREVIATED =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|no|nr|approx|incl|excl|e\.g|i\.e|vs|ltd|inc|p|art|cl|tel|ref|ca|max|min|est|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\.\s*$/i;

export function unitsOf(text: string): Unit[] {
  const units: Unit[] = [];
  const state = { heading: "", tableHead: "", paragraph: 0, isQuoted: false, isSignature: false };
  for (const { line, isBreak } of paragraphsOf(text)) {
    if (isBreak) state.paragraph += 1;
    if (OLDER.test(line) || ATTRIBUTION.test(line)) {
      Object.assign(state, { isQuoted: true, isSignature: false });
      continue;
    }
    const isMarked = line.startsWith(">");
    const bare = line.replace(/^[>\s]+/, "");
    if (bare === "" || (state.isQuoted && HEADER.test(bare))) continue;
    if (SIGNATURE.test(bare) || CLOSING.test(bare)) {
      state.isSignature = true;
      continue;
    }
    const isHeading = looksLikeHeading(bare);
    for (const sentence of isHeading ? [bare] : sentencesIn(bare)) {
      if (units.length >= MOST_UNITS) return units;
      const heading = `${state.heading} ${state.tableHead}`.trim();
      units.push({
        ...{ text: sentence, tokens: tokensOf(sentence), heading, paragraph: state.paragraph },
        ...{ isQuoted: state.isQuoted || isMarked, isSignature: state.isSignature },
      });
    }
    if (isHeading) Object.assign(state, { heading: bare, tableHead: "" });
    const isRow = /[|\t]| {3,}/.test(bare);
    state.tableHead = isRow ? state.tableHead || (/\d/.test(bare) ? "" : bare) : "";
  }
  return units;
}

/** Short, without an end of a sentence, and without what a line of a list would state. */
const looksLikeHeading = (line: string) =>
  line.length <= 70 &&
  !/[.!?,;]$/.test(line) &&
  (/^(?:#|\d+(?:\.\d+)*[.)]? \p{Lu}|[A-Z][A-Z &/-]{3,}$)/u.test(line) ||
    /[^:]:$/.test(line) ||
    isTitle(line));

const isTitle = (line: string) =>
  line.length <= 45 && /^\p{Lu}/u.test(line) && !/[\d:|\t]|^[-*•]/.test(line) && line.split(" ").length <= 6;

/** Lines, those joined that were wrapped at the width of a page. */
function* paragraphsOf(text: string): Generator<{ line: string; isBreak: boolean }> {
  let open = "";
  let isBreak = true;
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    if (line === "") {
      if (open !== "") yield { line: open, isBreak };
      open = "";
      isBreak = true;
      continue;
    }
    const isItem = /^(?:[-*•>|]|\d+[.)]\s)/.test(line);
    if (open !== "" && isItem) {
      yield { line: open, isBreak };
      isBreak = false;
      open = "";
    }
    open = open === "" ? line : `${open} ${line}`;
    if (line.length >= WRAPPED && !/[.!?:;|]$/.test(line)) continue;
    yield { line: open, isBreak };
    isBreak = false;
    open = "";
  }
  if (open !== "") yield { line: open, isBreak };
}

function sentencesIn(line: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of SENTENCES.segment(line)) {
    const last = sentences.at(-1);
    if (last !== undefined && ABBREVIATED.test(last)) sentences[sentences.length - 1] = last + segment;
    else sentences.push(segment);
  }
  return sentences.map((each) => each.trim()).filter((each) => each !== "");
}
