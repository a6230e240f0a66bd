import type { Intent, Slots } from "../intent.ts";
import { compilePhrase, type Phrase } from "./compile-phrase.ts";
import { correctedSentences } from "./correct-sentence.ts";
import { parsePeriod } from "./parse-period.ts";

export type IntentMatch = { intent: Intent; slots: Slots };
type Situation = { now: Date; timeZone: string };

/** Longer sentences are read up to here. */
export const MAX_SENTENCE = 1000;

/** Matches a sentence with the phrases of all intents: the most fixed characters win; null if none matches. */
export function understanding(intents: readonly Intent[]) {
  const phrases = intents.flatMap((intent) =>
    intent.phrases.map((source) => ({ intent, ...compilePhrase(source) })),
  );
  const vocabulary = new Set(intents.flatMap(({ phrases: sources }) => sources.flatMap(fixedWords)));
  const read = (sentence: string, situation: Situation): IntentMatch | null => {
    let best: (IntentMatch & { fixed: number }) | null = null;
    for (const { intent, ...phrase } of phrases) {
      const slots = slotsOf(phrase, sentence, situation);
      if (!slots) continue;
      const fixed = sentence.length - lengthOf(slots);
      if (!best || fixed > best.fixed) best = { intent, slots, fixed };
    }
    return best && { intent: best.intent, slots: best.slots };
  };
  return (sentence: string, situation: Situation): IntentMatch | null => {
    const plainSentence = plain(sentence);
    const exact = read(plainSentence, situation);
    if (exact) return exact;
    for (const other of correctedSentences(plainSentence.trim(), vocabulary)) {
      const corrected = read(plain(other), situation);
      if (corrected) return corrected;
    }
    return null;
  };
}

/** The words that a phrase itself says. */
const fixedWords = (phrase: string): string[] =>
  phrase.replaceAll(/\{[^{}]*\}/g, " ").match(/[a-z]{4,}/g) ?? [];

/** The sentence without polite words, each word after one space, as phrases expect it. */
function plain(sentence: string): string {
  let text = sentence
    .slice(0, MAX_SENTENCE)
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u201c\u201d]/g, '"')
    .replaceAll(/\s+/g, " ")
    .trim();
  for (const courtesy of COURTESIES) text = text.replace(courtesy, "");
  for (const [short, long] of CONTRACTIONS) text = text.replace(short, long);
  text = text.replaceAll(/\b(today|tomorrow|yesterday|day|week|month)'s\b/gi, "$1");
  return ` ${text.replace(/(?<![\s.?!,])[\s.?!,]+$/, "").trim()}`;
}

const COURTESIES = [
  /^(hey|hi|hello|ok|okay|so|well|now)(,| there,?| adjutant,?)* (?=\S+ \S)/i,
  /^adjutant,? /i,
  /^(please|pls|kindly),? /i,
  /^(can|could|would|will) you (please )?(?=\S)/i,
  /^(i want to|i'd like to|i would like to|let me|let's|help me|i want you to|go ahead and) (?=(see|know|find|create|add|make|schedule|book|send|write|draft|check|look|mark|move|complete|finish|show|search|go|open|list|plan|set|invite|vote|reply|read)\b)/i,
  /^i (need|have) to (?=(see|know|find|look|check)\b)/i,
  /,? (please|pls|thanks|thank you|for me)[.!?]*$/i,
  /,? (please|pls)[.!?]*$/i,
];

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/^(what|who|where|when|how|that|it|there|which)'s /i, "$1 is "],
  [/^whats /i, "what is "],
  [/^(what|who|how|where)'re /i, "$1 are "],
  [/^(i)'ve /i, "$1 have "],
  [/^(i)'m /i, "$1 am "],
];

function slotsOf({ pattern }: Phrase, sentence: string, situation: Situation): Slots | null {
  const groups = pattern.exec(sentence)?.groups;
  if (groups === undefined) return pattern.test(sentence) ? {} : null;
  const slots: Slots = {};
  for (const [name, value] of Object.entries(groups)) {
    if (value === undefined) continue;
    const words = withoutQuotes(value);
    if (words === "" || !(ACCEPTS[name]?.(words, situation) ?? true)) return null;
    slots[name] = name === "person" ? words.replace(/'s$/i, "") : words;
  }
  return slots;
}

/** Validators of slots; slots without one accept any words. */
const ACCEPTS: Record<string, (words: string, situation: Situation) => boolean> = {
  when: (words, situation) => parsePeriod(words, situation) !== null,
  person: (words) => words.split(" ").length <= 5 && !/[?;:]|^\w+ing (on|to|at|for|with|from)\b/i.test(words),
  page: (words) => words.split(" ").length <= 3,
};

const withoutQuotes = (words: string) =>
  words
    .replace(/^"(.*)"$/, "$1")
    .replace(/^'(.*)'$/, "$1")
    .trim();

const lengthOf = (slots: Slots) =>
  Object.values(slots).reduce((length, words) => length + (words?.length ?? 0), 0);
