import { CLOSING, GREETING, splitSentences } from "./split-sentences.ts";

/** A sentence of a draft, the line of the mail that it relies on, and what it says that nobody told it. */
export type Citation = { sentence: string; line: string | null; unsupported: string[] };

type Material = { subject: string; sender: string; body: string };

const MOST_SENTENCES = 60;
const MOST_LINES = 400;
const LONGEST = 600;
const ENOUGH_WORDS = 2;

/**
 * For each sentence of an answer that says something: where the mail says it, and the figures, dates and names in it that
 * stand neither in the mail nor in what its writer asked for. What only thanks or greets is left out.
 */
export function citeSources(draft: string, mail: Material, told: string): Citation[] {
  const lines = splitSentences(mail.body)
    .slice(0, MOST_LINES)
    .map((line) => line.slice(0, LONGEST))
    .map((line) => ({ line, words: new Set(wordsOf(line)), facts: new Set(factsOf(line)) }));
  const known = new Set(factsOf(`${mail.subject}\n${mail.sender}\n${mail.body}\n${told}`, { all: true }));
  const isKnown = (fact: string) => known.has(fact);
  return ownSentences(draft).flatMap((sentence) => {
    const facts = factsOf(sentence);
    const words = wordsOf(sentence);
    const unsupported = facts.filter((fact) => !isKnown(fact));
    const [best] = lines
      .map((each) => ({ line: each.line, score: scoreOf(each, words, facts) }))
      .filter(({ score }) => score >= ENOUGH_WORDS)
      .toSorted((one, other) => other.score - one.score);
    return best || unsupported.length > 0 ? [{ sentence, line: best?.line ?? null, unsupported }] : [];
  });
}

/** What its writer put there: no greeting, no signature, nothing that is quoted. */
function ownSentences(draft: string): string[] {
  const [own = ""] = draft.split(/\n-- ?\n/);
  const lines = own.split(/\r?\n/).filter((line) => !line.startsWith(">"));
  const closing = lines.findIndex((line) => CLOSING.test(line.trim()));
  return splitSentences((closing < 0 ? lines : lines.slice(0, closing)).join("\n"))
    .map((sentence) => sentence.replace(/^[-*•]\s+/, "").slice(0, LONGEST))
    .filter((sentence) => !GREETING.test(sentence) && !GAP.test(sentence))
    .slice(0, MOST_SENTENCES);
}

/** A gap that the writer is to fill in. */
const GAP = /^\[[^\]]*\]$/;

type Line = { words: ReadonlySet<string>; facts: ReadonlySet<string> };

/** A figure or a name in common says more than a word. */
const scoreOf = (line: Line, words: readonly string[], facts: readonly string[]) =>
  words.filter((word) => line.words.has(word)).length +
  2 * facts.filter((fact) => line.facts.has(fact)).length;

const COMMON = new Set(
  "about after again also been before could does done from have here into just more much only other over please same shall should some such than thank thanks that their them then there these they this those through very want were what when where which while will with would your yours message mail email regards question questions".split(
    " ",
  ),
);

/** The beginnings of words that say something, so that 'agree' and 'agreed' are one. */
const wordsOf = (text: string): string[] => [
  ...new Set(
    (text.toLowerCase().match(/\p{L}{4,40}/gu) ?? [])
      .filter((word) => !COMMON.has(word))
      .map((word) => word.slice(0, 6)),
  ),
];

const DAYS =
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:january|february|march|april|june|july|august|september|october|november|december)\b|\b(?:today|tomorrow|tonight)\b/gi;
const FIGURE = /\p{N}{1,15}(?:[.,:/]\p{N}{1,9}){0,4}/gu;
/** In the middle of a sentence. */
const NAME = /(?<=[\p{L}\p{N},;)] )\p{Lu}[\p{L}'’]{1,40}/gu;
/** Written with a capital anywhere. */
const NO_NAMES = new Set(["i", "i'm", "i’m", "i'll", "i’ll", "i've", "i’ve", "ok", "re", "fwd"]);

/** Figures, days and names, as they can be compared. With `all` every word counts that could be a name. */
function factsOf(text: string, { all = false } = {}): string[] {
  const names = all ? (text.match(/\p{L}[\p{L}'’]{1,40}/gu) ?? []) : (text.match(NAME) ?? []);
  const figures = (text.match(FIGURE) ?? []).map((figure) => figure.replaceAll(",", "."));
  const facts = [...figures, ...(text.match(DAYS) ?? []), ...names].map((fact) => fact.toLowerCase());
  return [...new Set(facts)].filter((fact) => !NO_NAMES.has(fact));
}
