const NOT =
  /\b(?:not|no(?!\. ?\d)|never|none|nothing|cannot|neither|nor|without|unfortunately|declined?|refused?|rejected|withdrawn|postponed|excluded|only)\b|n't\b/i;

/** Whether a sentence says yes to the question that it answers. */
export function isYes(question: string, sentence: string): boolean {
  const isAskedNot = /\b(?:not|never|no)\b|n't\b/i.test(question);
  return NOT.test(sentence) === isAskedNot;
}
