/** A sentence that begins with what is not wanted: those words, and what is wanted instead ('' for nothing). */
export type Negated = { unwanted: string; wanted: string };

const NEGATION =
  /^(?:(?:please|no|oh|hey|well|ok),? )?(?:do not|don't|dont|don\u2019t|no need to) (?=(?:delete|remove|cancel|archive|drop|trash|bin|scrap|move|complete|close|finish|send|share|forward|reply|answer|postpone|snooze|change|rename|tick|mark|push|call|e?-?mail|accept|decline|reject|approve|book|invite)\b)/i;
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
