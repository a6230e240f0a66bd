import type { Card } from "../../model.ts";

const VERB =
  "archive|star|unstar|delete|bin|trash|move|make|mark|push|pull|put|close|complete|finish|cancel|snooze|set|reschedule|share|label|file|get|drop|remove|restore|open|read|forward|tag|shift|take|tick|check|cross|bump|decline|accept";
const COUNT = "two|three|four|five|six|seven|eight|nine|ten";
const ALL = `all of (?:them|those|these)|all(?: (?:the|those|these))?(?: (?:${COUNT}))|every (?:single )?one(?: of (?:them|those|these))?|each(?: one)?(?: of (?:them|those|these))?|both(?: of (?:them|those|these))?|the (?:whole |entire )?lot|the pair(?: of them)?|(?:those|these|the) (?:${COUNT})|'?em`;
const AFTER_VERB = new RegExp(`\\b((?:${VERB})(?: (?:out|off|up|back))?) (?:${ALL})(?=[\\s,.!?]|$)`, "i");
const BOTH = /\b(?:both|pair)\b/i;
const NUMBERED = new RegExp(`\\b(${COUNT})\\b`, "i");
/** 'Can they both go to Friday?' */
const THEY_GO =
  /^(?:[a-z]+[.,!] )?(?:can|could|should|may) (?:they|those|these)(?: (?:both|all))? (?:go|move|wait) (?=(?:to|until|till)\b)/i;

/**
 * The sentence with 'them' for everything that was shown before: 'archive the lot', 'star all three', 'move both to
 * Friday'. Unchanged where another number was shown, and within what is to be written.
 */
export function withPlainPointing(sentence: string, shown: readonly Card[]): string {
  if (shown.length < 2) return sentence;
  const going = sentence.replace(THEY_GO, "move them ");
  if (going !== sentence) return countFits(sentence, shown) ? going : sentence;
  const [found, verb] = AFTER_VERB.exec(sentence) ?? [];
  return found && countFits(found, shown) ? sentence.replace(found, () => `${verb} them`) : sentence;
}

function countFits(words: string, shown: readonly Card[]): boolean {
  const [, count = ""] = NUMBERED.exec(words) ?? [];
  const wanted = BOTH.test(words) ? 2 : COUNT.split("|").indexOf(count.toLowerCase()) + 2;
  return (count === "" && !BOTH.test(words)) || shown.length === wanted;
}
