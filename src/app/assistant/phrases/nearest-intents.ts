import type { Intent } from "../intent.ts";

/**
 * The intents whose phrases share the rarest words of a sentence that fits no phrase. They are suggested, never run.
 */
export function nearest(intents: readonly Intent[]) {
  const vocabularies = intents.map((intent) => ({
    intent,
    words: new Set([...intent.phrases, intent.example].flatMap((phrase) => wordsOf(withoutSlots(phrase)))),
  }));
  const spread = new Map<string, number>();
  for (const { words } of vocabularies)
    for (const word of words) spread.set(word, (spread.get(word) ?? 0) + 1);
  const weight = (word: string) =>
    Math.log(1 + intents.length / (spread.get(word) ?? Number.POSITIVE_INFINITY));
  return (sentence: string, limit: number): Intent[] => {
    const sentenceWords = [...new Set(wordsOf(sentence))];
    return vocabularies
      .map(({ intent, words }) => ({
        intent,
        score:
          sentenceWords.filter((word) => words.has(word)).reduce((sum, word) => sum + weight(word), 0) /
          Math.log(10 + words.size),
      }))
      .filter(({ score }) => score > 0.5)
      .sort((one, other) => other.score - one.score)
      .slice(0, limit)
      .map(({ intent }) => intent);
  };
}

const withoutSlots = (phrase: string) => phrase.replaceAll(/\{[^{}]*\}/g, " ");

const NOISE = new Set(
  "the and for with you your that this are was not its can could would please".split(" "),
);

export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}]{2,}/gu) ?? [])
    .map((word) => word.replace(/(?:ies)$/, "y").replace(/(?<=[a-z]{3})s$/, ""))
    .filter((word) => !NOISE.has(word));
