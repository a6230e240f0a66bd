import { CLOSING, GREETING, splitSentences } from "./split-sentences.ts";

/** A sentence of a draft, the line of the mail that supports it, and its facts without a source. */
export type Citation = { sentence: string; line: string | null; unsupported: string[] };

type Material = { subject: string; sender: string; body: string };

const MAX_SENTENCES = 60;
const MAX_LINES = 400;
const MAX_LINE_LENGTH = 600;
const MIN_SHARED_WORDS = 2;

/**
 * For each sentence of a reply with content: the line of the mail that supports it, and its figures, dates and names
 * that are neither in the mail nor in the writer's request. Sentences that only thank or greet are left out.
 */
export function citeSources(draft: string, mail: Material, request: string): Citation[] {
  const lines = splitSentences(mail.body)
    .slice(0, MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE_LENGTH))
    .map((line) => ({ line, words: new Set(wordsOf(line)), facts: new Set(factsOf(line)) }));
  const known = new Set(factsOf(`${mail.subject}\n${mail.sender}\n${mail.body}\n${request}`, { all: true }));
  const isKnown = (fact: string) => known.has(fact);
  return ownSentences(draft).flatMap((sentence) => {
    const facts = factsOf(sentence);
    const words = wordsOf(sentence);
    const unsupported = facts.filter((fact) => !isKnown(fact));
    const [best] = lines
      .map((each) => ({ line: each.line, score: scoreOf(each, words, facts) }))
      .filter(({ score }) => score >= MIN_SHARED_WORDS)
      .toSorted((one, other) => other.score - one.score);
    return best || unsupported.length > 0 ? [{ sentence, line: best?.line ?? null, unsupported }] : [];
  });
}

/** The writer's own sentences: no greeting, signature or quotes. */
function ownSentences(draft: string): string[] {
  const [own = ""] = draft.split(/\n-- ?\n/);
  const lines = own.split(/\r?\n/).filter((line) => !line.startsWith(">"));
  const closing = lines.findIndex((line) => CLOSING.test(line.trim()));
  return splitSentences((closing < 0 ? lines : lines.slice(0, closing)).join("\n"))
    .map((sentence) => sentence.replace(/^[-*•]\s+/, "").slice(0, MAX_LINE_LENGTH))
    .filter((sentence) => !GREETING.test(sentence) && !GAP.test(sentence))
    .slice(0, MAX_SENTENCES);
}

/** A placeholder that the writer has to fill in. */
const GAP = /^\[[^\]]*\]$/;

type Line = { words: ReadonlySet<string>; facts: ReadonlySet<string> };

/** A shared figure or name counts more than a shared word. */
const scoreOf = (line: Line, words: readonly string[], facts: readonly string[]) =>
  words.filter((word) => line.words.has(word)).length +
  2 * facts.filter((fact) => line.facts.has(fact)).length;

const COMMON = new Set(
  "about after again also been before could does done from have here into just more much only other over please same shall should some such than thank thanks that their them then there these they this those through very want were what when where which while will with would your yours message mail email regards question questions".split(
    " ",
  ),
);

/** The first letters of significant words, so that 'agree' and 'agreed' match. */
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
/** Capitalised anywhere, so not names. */
const NO_NAMES = new Set(["i", "i'm", "i’m", "i'll", "i’ll", "i've", "i’ve", "ok", "re", "fwd"]);

/** Figures, days and names, normalised. With `all` every word that could be a name counts. */
function factsOf(text: string, { all = false } = {}): string[] {
  const names = all ? (text.match(/\p{L}[\p{L}'’]{1,40}/gu) ?? []) : (text.match(NAME) ?? []);
  const figures = (text.match(FIGURE) ?? []).map((figure) => figure.replaceAll(",", "."));
  const facts = [...figures, ...(text.match(DAYS) ?? []), ...names].map((fact) => fact.toLowerCase());
  return [...new Set(facts)].filter((fact) => !NO_NAMES.has(fact));
}
