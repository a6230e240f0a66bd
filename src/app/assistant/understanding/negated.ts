/** A sentence that begins with what is not wanted: those words, and what is wanted instead ('' for nothing). */
export type Negated = { unwanted: string; wanted: string };

const NEGATION =
  /^(?:(?:please|no|oh|hey|well|ok),? )?(?:do not|don't|dont|don\u2019t|never|no need to|i (?:do not|don't|dont|don\u2019t) want (?:you )?to) (?!forget\b|worry\b|let me forget\b|let (?:me|us) miss\b|think\b|know\b|have\b|see\b|understand\b|remind me to\b|mind\b)/i;
const NEGATIVE = /\b(?:not|never|dont|no need)\b|n['\u2019]t\b/i;
const HARMLESS =
  /\bnever ?mind\b|\b(?:do not|don['\u2019]?t|never) (?:let me )?forget\b|\b(?:can|could|would|won|wouldn|couldn|isn|aren)['\u2019]?t you\b|\bif not\b/i;

/** Whether it has a 'not' that may turn its meaning; 'don't forget' has none. */
export const hasNegation = (sentence: string): boolean => NEGATIVE.test(sentence.replace(HARMLESS, " "));

const INSTEAD = /[,;.:\u2013\u2014-] ?(?:just|merely|simply|only|but|instead|rather)\b,?/i;

/** Reads 'do not delete it, just archive it'; null for a sentence that does not begin with such words. */
export function readNegated(sentence: string): Negated | null {
  const [negation] = NEGATION.exec(sentence) ?? [];
  if (negation === undefined) return null;
  const rest = sentence.slice(negation.length);
  const instead = INSTEAD.exec(rest);
  if (!instead) return { unwanted: rest, wanted: "" };
  return {
    unwanted: rest.slice(0, instead.index),
    wanted: rest.slice(instead.index + instead[0].length).trim(),
  };
}
