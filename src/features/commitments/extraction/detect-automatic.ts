/** Addresses from which programs write. */
const PROGRAM =
  /^(?:no-?_?reply|do-?not-?reply|noreply|newsletter|news|notifications?|alerts?|mailer(?:-daemon)?|bounces?|updates|marketing|promo|tracker|postmaster|automated)(?![\p{L}\p{N}])/iu;
const SMALL_PRINT =
  /unsubscribe|opt[- ]out|manage (?:your )?(?:email )?(?:preferences|subscription)|do not reply to this (?:e-?mail|message)|you(?: are receiv|'re receiv| receiv)(?:ing|ed|e) this (?:e-?mail|message|because|newsletter)|view (?:this email )?in (?:your )?browser|this is an automat|automatically generated|update your preferences/i;
const ABSENCE = /out of (?:the )?office|on (?:annual|parental|maternity) leave|auto(?:matic)?[- ]?repl/i;
const ABSENCE_ANSWER =
  /(?:will|shall|'ll) (?:reply|respond|answer|get back|read|be answered)|(?:limited|no) access to/i;
/** The words are at the beginning or the end. */
const PART = 3000;

/** A message that no person wrote for this reader: a newsletter, a notice, an absence note. */
export function isAutomaticText(authorKey: string, text: string): boolean {
  if (PROGRAM.test(authorKey)) return true;
  const ends = text.length > 2 * PART ? text.slice(0, PART) + text.slice(-PART) : text;
  return SMALL_PRINT.test(ends) || (ABSENCE.test(ends) && ABSENCE_ANSWER.test(ends));
}
