import { type Token, tokensOf } from "../understanding/tokens.ts";
import { type Line, linesOf } from "./join-lines.ts";
import { cellsOf, isTableRow } from "./read-table.ts";

/** A sentence, a line of a list or a cell of a table, with what stands around it. */
export type Unit = {
  text: string;
  tokens: readonly Token[];
  /** As it is shown: of a cell its whole row. */
  quote: string;
  /** The last heading above it, and the topic of its own line. */
  heading: string;
  /** Units of one line, and of one paragraph, have the same number. */
  line: number;
  paragraph: number;
  /** From an older mail that this one quotes. */
  isQuoted: boolean;
  /** Below the closing: name, firm, numbers. */
  isSignature: boolean;
};

const MOST_UNITS = 1500;
const OLDER =
  /^(?:-{2,} ?(?:original message|forwarded message)|_{20,}|begin forwarded message|-{5,} ?forwarded)/i;
const ATTRIBUTION = /^(?:on|am|le) .{6,120}(?:wrote|schrieb|a écrit) ?:$/i;
const HEADER = /^(?:from|von|sent|gesendet|to|an|subject|betreff|date|datum|cc): /i;
const CLOSING =
  /^(?:all the best|(?:with )?(?:kind |best |warm )?(?:regards|wishes)|best|sincerely|yours|cheers|many thanks|thanks|thank you)[,.!]*$/i;
const SIGNATURE = /^(?:--|—|sent from my )/i;
const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });
const UNFINISHED =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|mag|sr|st|no|nr|approx|incl|excl|e\.g|i\.e|vs|ltd|inc|p|art|cl|tel|ref|ca|max|min|est|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec|\d{1,2}|[a-z])\.\s*$/i;

type State = { heading: string; tableHead: string; isQuoted: boolean; isSignature: boolean };

export function unitsOf(text: string): Unit[] {
  const units: Unit[] = [];
  const state: State = { heading: "", tableHead: "", isQuoted: false, isSignature: false };
  for (const line of linesOf(text)) {
    if (units.length >= MOST_UNITS) break;
    if (isSkipped(line, state)) continue;
    if (isTableRow(line.text)) {
      const { head, cells } = cellsOf(line.text, state.tableHead);
      state.tableHead = head;
      for (const cell of cells) units.push(unitOf(cell, line.text, line, state));
      continue;
    }
    state.tableHead = "";
    const bare = line.text.replace(/^[>\s]+/, "");
    if (looksLikeHeading(bare)) {
      units.push(unitOf(bare, bare, line, state));
      state.heading = bare;
      continue;
    }
    const sentences = sentencesIn(bare);
    const [first = ""] = sentences;
    const topic = sentences.length > 1 && first.length <= 60 && first.split(" ").length <= 7 ? first : "";
    for (const [index, sentence] of sentences.entries())
      units.push(unitOf(sentence, sentence, line, state, index > 0 ? topic : ""));
  }
  return units;
}

function unitOf(text: string, quote: string, line: Line, state: State, topic = ""): Unit {
  return {
    ...{ text, tokens: tokensOf(text), quote, heading: `${state.heading} ${topic}`.trim() },
    ...{ line: line.number, paragraph: line.paragraph },
    ...{ isQuoted: state.isQuoted || line.text.startsWith(">"), isSignature: state.isSignature },
  };
}

/** Marks where an older mail or the signature begins. */
function isSkipped({ text }: Line, state: State): boolean {
  if (OLDER.test(text) || ATTRIBUTION.test(text)) {
    Object.assign(state, { isQuoted: true, isSignature: false });
    return true;
  }
  const bare = text.replace(/^[>\s]+/, "");
  if (bare === "" || (text.startsWith(">") && HEADER.test(bare))) return true;
  if (!text.startsWith(">")) state.isQuoted = false;
  if (SIGNATURE.test(bare) || CLOSING.test(bare)) {
    state.isSignature = true;
    return true;
  }
  return false;
}

/** Short, without an end of a sentence, and without what a line of a list would state. */
const looksLikeHeading = (line: string) =>
  line.length <= 70 &&
  !/[.!?,;]$/.test(line) &&
  (/^#/.test(line) || /^[A-Z][A-Z &/-]{3,}$/.test(line) || /^[^:]{2,50}:$/.test(line) || isTitle(line));

const isTitle = (line: string) =>
  line.length <= 45 && /^\p{Lu}/u.test(line) && !/[\d:|\t]|^[-*•]/.test(line) && line.split(" ").length <= 5;

/** The sentences of one line; the point of 'Dr.' ends none. */
export function sentencesIn(line: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of SENTENCES.segment(line)) {
    const last = sentences.at(-1);
    if (last !== undefined && UNFINISHED.test(last)) sentences[sentences.length - 1] = last + segment;
    else sentences.push(segment);
  }
  return sentences.map((each) => each.trim()).filter((each) => each !== "");
}
