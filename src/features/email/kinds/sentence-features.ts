import type { WrittenLanguage } from "#platform/language/detect-language.ts";
import type { RuleReading } from "../replies/read-by-rule.ts";
import { conceptsOf } from "./find-concepts.ts";
import type { Features } from "./linear-model.ts";

/** What of a mail is looked at beside a sentence. */
export type SentenceContext = Pick<
  RuleReading,
  "rules" | "sentences" | "asksBySentence" | "greeting" | "isToMany"
>;

const MAX_WORDS = 80;

/** Words, figures as one mark each, and what ends or interrupts a sentence. */
export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}+|\d[\d.,:]*|[?!¿¡€$£%:;…]/gu) ?? []).map((word) =>
    /^\d/.test(word) ? (/[:]\d/.test(word) ? "0:0" : /\d{4}/.test(word) ? "0000" : "0") : word,
  );

/** By what a sentence is recognized as wanting something: its words and letters, its place, and what stands beside it. */
export function sentenceFeatures(context: SentenceContext, at: number): Features {
  const { sentences, asksBySentence: ruleAsks, isToMany } = context;
  const { language } = context.rules;
  const sentence = sentences[at] ?? "";
  const words = wordsOf(sentence).slice(0, MAX_WORDS);
  const strong = [
    "bias",
    `l ${language}`,
    ...endOf("e", sentence),
    ...(ruleAsks[at] ?? []).flatMap(({ kind }) => [`r ${kind}`, `r ${kind} ${language}`]),
    ...(ruleAsks[at]?.length ? ["r"] : ["r none", `r none ${language}`]),
    `p ${placeOf(at, sentences.length)}`,
    `n ${sizeOf(words.length)}`,
    ...endOf("before", sentences[at - 1] ?? "^"),
    ...endOf("after", sentences[at + 1] ?? "$"),
    `r before ${ruleAsks[at - 1]?.[0]?.kind ?? "none"}`,
    `r after ${ruleAsks[at + 1]?.[0]?.kind ?? "none"}`,
    ...(isToMany ? ["many"] : []),
    ...(/["“”„«»]/u.test(sentence) ? ["quoted"] : []),
    ...(/\((?:[^()]*)\?\)/u.test(sentence) ? ["in brackets"] : []),
    ...(/^(?:[-*•–]|\d{1,2}[.)])\s/u.test(sentence) ? ["item"] : []),
    ...(/^p\.? ?s\.?/iu.test(sentence) ? ["postscript"] : []),
    ...addressing(sentence, context.greeting?.toLowerCase() ?? ""),
    ...imperative(words, language),
    ...conceptPairs(words),
  ];
  return { strong, weak: [...grams(words), ...letters(words), ...neighbours(sentences, at)] };
}

function endOf(name: string, sentence: string): string[] {
  const end = /[?!.:;,…]["”»)]?$/u.exec(sentence)?.[0]?.[0] ?? "-";
  return [`${name} ${end}`, ...(sentence.includes("?") && end !== "?" ? [`${name} ? inside`] : [])];
}

function placeOf(at: number, count: number): string {
  if (at === 0) return "first";
  if (at === count - 1) return "last";
  return at < 3 ? "begin" : at > count - 4 ? "end" : "middle";
}

const sizeOf = (count: number): string =>
  count < 4 ? "3" : count < 8 ? "7" : count < 15 ? "14" : count < 25 ? "24" : "more";

/** 'Tom, could you …' in a mail to Ada asks somebody else. */
function addressing(sentence: string, greeting: string): string[] {
  const name = /^(?:@|and |und |et |y )?(\p{Lu}\p{L}+)[,:] /u.exec(sentence)?.[1]?.toLowerCase();
  if (name === undefined) return [];
  return [greeting.includes(name) ? "to reader" : "named first"];
}

/** Words with which a request may begin. */
const OPENERS = new Set(
  "and also so then but please just kindly maybe perhaps now plus oh ok und auch bitte dann noch aber also außerdem et aussi puis alors merci de ensuite y e también por favor luego pues además s ps p".split(
    " ",
  ),
);
const ENGLISH_VERBS = new Set(
  "add advise answer apply approve arrange ask attach attend book bring buy call cancel change check choose click collect come complete confirm contact copy count cover date decide deliver describe do don drop email enter explain feed fill find finish fix follow forward get give go grab help hold inform join keep leave let list load lock look mail make mark meet move note open order pass pay phone pick post prepare print provide pull push put quote read remember remind reply report reserve respond return review ring rsvp save say schedule scan see send set share shoot show sign stick stop submit suggest take talk tell text think transfer try turn update upload use visit vote wait wash watch wear write".split(
    " ",
  ),
);

/** Whether it begins as what is asked to be done does: 'Bring', 'Bringen Sie', 'Apportez', 'Traiga'. */
function imperative(words: readonly string[], language: WrittenLanguage): string[] {
  const at = words.findIndex((word) => !OPENERS.has(word));
  const [first = "", second = ""] = at < 0 ? [] : words.slice(at);
  const isOne =
    language === "en"
      ? ENGLISH_VERBS.has(first)
      : language === "de"
        ? (/e[nr]n?$/u.test(first) && second === "sie") || /^(?:mir|uns|mal|doch|bitte)$/u.test(second)
        : language === "fr"
          ? /ez$/u.test(first) && !/^(?:chez|assez|vous)$/u.test(first)
          : /(?:me|nos|lo|la|los|las|le|les)$/u.test(first) && first.length > 4;
  return isOne ? ["imperative", `imperative ${language}`, `imperative ${at > 0 ? "after" : "first"}`] : [];
}

/** What its words mean, each and in twos as they follow each other. */
export function conceptPairs(words: readonly string[]): string[] {
  const found = words.map(conceptsOf).filter((names) => names.length > 0);
  const names = found.flatMap((each, at) => [
    ...each.map((name) => `c ${name}`),
    ...(found[at - 1] ?? []).flatMap((before) => each.map((name) => `c ${before} ${name}`)),
  ]);
  return [...new Set(names)];
}

/** One to `most` words that follow each other, with the beginning and the end. */
export function grams(words: readonly string[], most = 3): string[] {
  const all = ["^", ...words, "$"];
  const found = all.flatMap((word, at) => [
    `1 ${word}`,
    ...(at + 1 < all.length ? [`2 ${word} ${all[at + 1]}`] : []),
    ...(most > 2 && at + 2 < all.length ? [`3 ${word} ${all[at + 1]} ${all[at + 2]}`] : []),
  ]);
  return [...new Set(found)];
}

/** Beginnings of words, and four letters that follow each other. */
export function letters(words: readonly string[]): string[] {
  const found = new Set<string>();
  for (const word of words) {
    if (word.length < 5) continue;
    const marked = `_${word}_`;
    for (let at = 0; at + 4 <= marked.length; at += 1) found.add(`4 ${marked.slice(at, at + 4)}`);
  }
  return [...found];
}

/** How the sentences beside it begin. */
const neighbours = (sentences: readonly string[], at: number): string[] =>
  [-1, 1].flatMap((step) => {
    const [one = "", two = ""] = wordsOf(sentences[at + step] ?? "");
    return [`b${step} ${one}`, `b${step} ${one} ${two}`];
  });
