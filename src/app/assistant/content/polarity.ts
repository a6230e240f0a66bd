const NOT =
  /\b(?:not|no(?!\. ?\d)|never|none|nothing|cannot|neither|nor|without|unfortunately)\b|n['\u2019]t\b/i;
/** Words that deny something, unless the question asks for just that. */
const DENIAL = /\b(?:declin|refus|reject|withdr|postpon|exclud|cancel|only)\w*/gi;
/** What is yet to be, what is asked and what is wished says nothing about what is. */
const OPEN = /\?|\b(?:will|going to|shall|should|would|could|may|might|please|if|unless|hope|plan|remind)\b/i;

/** Whether a sentence says yes or no to the question that it answers; null where it may be neither. */
export function answersYes(question: string, sentence: string): boolean | null {
  if (NOT.test(question) || OPEN.test(sentence)) return null;
  const asked = question.toLowerCase().match(DENIAL) ?? [];
  const denied = (sentence.toLowerCase().match(DENIAL) ?? []).filter(
    (word) => !asked.some((each) => each.slice(0, 5) === word.slice(0, 5)),
  );
  const isNot = NOT.test(sentence);
  if (isNot && denied.length > 0) return null;
  return asked.length > 0 && isNot ? null : !isNot && denied.length === 0;
}
