const MINE =
  /\bI(?:'ve| have| had)?(?: just| also| once)? (?:owe|owed|promised?|told|said|gave|given|agreed|committed|swore|sworn|assured|undertook|undertaken|pledged|offered|vowed|must|have to|should|will|shall|would)\b|\bI(?:'ll|'d|'m to)\b|\b(?:promise|commitment|debt) of mine\b|\bmy (?:promise|word|commitment)\b/i;
const BY_OTHER =
  /\b(?:owes?|owed|promise[ds]?|swore|sworn|said|told (?:me|us)|gave (?:me|us|h)|assures?d? (?:me|us)|agreed|committ?ed|pledged|undertook|undertakes|offered|offer|vowed|will|would|is going to|wants? to|should|has to|have to)\b|'ll\b|'d\b/i;
const TO_ME =
  /\b(?:owes? (?:me|us)|promised (?:me|us)|owed to (?:me|us)|gave (?:me|us) (?:his|her|their) word)\b/i;

/** Who made a promise: the one who stands before its verb. Null where the sentence leaves it open. */
export function debtorOf(sentence: string, person: string | undefined): "me" | "them" | null {
  if (TO_ME.test(sentence)) return "them";
  const at = person ? sentence.indexOf(person) : -1;
  const mine = MINE.exec(sentence);
  if (mine && (at < 0 || mine.index < at || OF_MINE.test(sentence))) return "me";
  if (at >= 0) {
    const before = sentence.slice(0, at);
    if (/\b(?:promise|commitment|word|debt) (?:from|of|by) $/i.test(before)) return "them";
    if (/\b(?:promise|commitment|word|debt) (?:to|for) $/i.test(before)) return "me";
    if (BY_OTHER.test(sentence.slice(at))) return "them";
  }
  return mine ? "me" : null;
}

const OF_MINE = /\bof mine\b|\bmy (?:promise|commitment)\b/i;
