import { isAdverb, wordSet } from "../grammar/word-classes.ts";

/** Who acts, how certain it is, and the verb: what a clause says, as far as its words show it. `verb` is an index, -1 if there is none. */
export type Clause = { start: number; end: number; subject: string; modal: string; verb: number };

const MAX_CLAUSES = 8;
const SUBJECTS = wordSet("i we you he she it they that this there who someone somebody everyone me");
const MODALS = wordSet("will shall can could would should may might must");
const AUXILIARIES = wordSet(
  "am are is was were be been have has had do does did going to need want about not",
);
const BORDERS = wordSet(", ; : . ! ? – — - ( ) … and but so then because or • *");

/** The clauses of a sentence that have a subject of their own, or that begin without one. */
export function findClauses(words: readonly string[]): Clause[] {
  const starts = [0];
  for (let at = 1; at < words.length && starts.length < MAX_CLAUSES; at += 1) {
    const isBorder = BORDERS.has(words[at - 1] ?? "");
    if (isBorder && at - (starts.at(-1) ?? 0) >= 3 && isClauseHead(words, at)) starts.push(at);
  }
  return starts.map((start, index) => clauseAt(words, start, starts[index + 1] ?? words.length));
}

const isClauseHead = (words: readonly string[], at: number): boolean =>
  (words[at] === "let" && /^(?:me|us)$/.test(words[at + 1] ?? "")) ||
  /^(?:please|will|can|could|would)$/.test(words[at] ?? "") ||
  (SUBJECTS.has(words[at] ?? "") && /^\p{L}/u.test(words[at + 1] ?? ""));

export function clauseAt(words: readonly string[], from: number, to: number): Clause {
  let end = to;
  while (end > from + 1 && /^(?:and|but|so|then|or|because|[,;:–—(-])$/.test(words[end - 1] ?? "")) end -= 1;
  let at = from;
  while (at < end && (!/^\p{L}/u.test(words[at] ?? "") || isAdverb(words[at] ?? ""))) at += 1;
  const subject = subjectIn(words, at, end);
  let verb = subject.at;
  const modals: string[] = [];
  while (verb < end && verb - subject.at < 8) {
    const word = words[verb] ?? "";
    if (MODALS.has(word) || AUXILIARIES.has(word)) modals.push(word);
    else if (!isAdverb(word)) break;
    verb += 1;
  }
  return { start: from, end, subject: subject.word, modal: modals.join("-"), verb: verb < end ? verb : -1 };
}

/** A pronoun, 'noun' before the first auxiliary, or none: 'will send', 'sending it'. `at`: where its verb may begin. */
function subjectIn(words: readonly string[], from: number, end: number): { word: string; at: number } {
  for (let at = from; at < Math.min(end, from + 10); at += 1) {
    const word = words[at] ?? "";
    if (SUBJECTS.has(word)) return { word, at: at + 1 };
    if (MODALS.has(word) || /^(?:is|are|was|were|has)$/.test(word))
      return at === from ? { word: "none", at } : { word: nounOf(words[from] ?? ""), at };
  }
  return { word: "none", at: from };
}

const nounOf = (determiner: string) => (/^(?:my|our|your)$/.test(determiner) ? `${determiner}-noun` : "noun");
