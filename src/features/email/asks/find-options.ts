import { bareSentence } from "../languages/language-rules.ts";

const OR = " (?:or|oder|ou|o) (?:rather |lieber |plutôt |mejor )?";
/** '240 at 61 or 200 at 68', '1 500 ou 2 000 exemplaires' */
const FIGURES = new RegExp(
  `(?<![\\p{L}\\d])((?:[€$£] ?)?\\d[\\d.,:]{0,9}(?: \\d{3}){0,3}(?:[-–/]\\d{1,2})?(?: (?!or |oder |ou |o )[\\p{L}\\d$€£%.:]{1,30}){0,3})${OR}(?:(?:at|for|auf|um|à|a|los|las|el|den|am) )?((?:[€$£] ?)?\\d[\\d.,:]{0,9}(?: \\d{3}){0,3}(?:[-–/]\\d{1,2})?(?: [\\p{L}\\d$€£%.:]{1,30}){0,3})`,
  "iu",
);
/** 'Would you rather pay the extra or put up with the stairs?' */
const WAYS = new RegExp(
  `(?:would|do|do) you (?:rather|prefer|prefer to|want to|like to) ([^,;?]{3,30})${OR}([^,;?]{3,30})$|^(?:so|also|and|und|alors|donc|entonces)?:? ?([\\p{L}\\d][^,;:?]{1,24})${OR}([^,;:?]{2,24})$`,
  "iu",
);
/** Days in one sentence with the word 'or' between them. */
const DAYS =
  /(?<![\p{L}\d])(\d{1,2}(?:[-–]\d{1,2})?\.?(?: (?:de )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|janv|fév|avr|juin|juil|août|ene|abr|ago|dic)\p{L}*)?)[^\d.?!]{0,60}(?<!\p{L})(?:or|oder|ou|o)(?!\p{L})[^\d.?!]{0,40}(\d{1,2}(?:[-–]\d{1,2})?)(?![\d:])/iu;
/** A question for one of what was named before: 'Preference?' 'Which one?' */
const WHICH =
  /^(?:any |your |deine |ta |tu )?(?:preferences?|which(?: (?:one|do you prefer|would you prefer|suits))?|what do you (?:prefer|think)|lieber|welche[rns]?|was (?:ist dir lieber|passt)|préférence|laquelle|lequel|tu préfères|cuál(?: prefieres)?|qué prefieres)[^?]{0,24}\?$/iu;
const NO_WAY =
  /(?<!\p{L})(?:is|are|was|were|do|does|did|have|has|will|would|can|could|should|shall|i|you|we|they|it|he|she|not|so|ist|sind|soll|sollen|kann|können|ich|du|sie|wir|nicht|est|vous|tu|je|nous|pas|non|es|puede|usted|yo|qué)(?!\p{L})/iu;
const MAX_PART = 28;

/** The two ways that a question offers, in the words of the mail; empty where it offers none. */
export function choicesIn(sentence: string): string[] {
  const bare = bareSentence(sentence);
  const figures = FIGURES.exec(bare);
  if (figures) return partsOf(figures[1], figures[2]);
  const ways = WAYS.exec(bare);
  const parts = ways ? partsOf(ways[1] ?? ways[3], ways[2] ?? ways[4]) : [];
  return ways?.[1] === undefined && parts.some((part) => NO_WAY.test(part)) ? [] : parts;
}

const partsOf = (one = "", other = ""): string[] => {
  const parts = [one, other].map((part) => part.trim().replace(/(?<![.,;:])[.,;:]+$/u, ""));
  return parts.every((part) => part !== "" && part.length <= MAX_PART) ? parts : [];
};

/** Of 'Preference?' those of a sentence before. */
export function earlierChoices(sentence: string, sentences: readonly string[]): string[] {
  if (!WHICH.test(sentence.trim())) return [];
  const at = sentences.indexOf(sentence);
  for (const each of sentences.slice(Math.max(0, at - 4), Math.max(0, at)).toReversed()) {
    const days = DAYS.exec(each);
    if (days) return partsOf(days[1], days[2]);
    const choices = choicesIn(each);
    if (choices.length > 1) return choices;
  }
  return [];
}
