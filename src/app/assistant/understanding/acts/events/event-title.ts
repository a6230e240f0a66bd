import type { Roles } from "../../act.ts";
import { capital } from "../../capital.ts";

/** What people do at a time. */
const KIND =
  /\b(?:phone call|call|lunch|dinner|breakfast|brunch|coffee|drinks|interview|chat|sync|review|appointment|visit|tea|workout|walk|session)\b/i;
const WITH_WORD = /\b(?:on the phone|ring|phone)\b/i;

/** What has a time of day. */
export const MEETS =
  /\b(?:meeting|call|lunch|dinner|breakfast|coffee|drinks|interview|chat|sync|review|appointment)\b/i;

/** The title from what is named: a subject, a kind of meeting and who comes, a place; null for nothing. */
export function titleFrom(
  { title, person, place }: Roles,
  names: readonly string[],
  sentence: string,
): string | null {
  const subject = title?.replace(/^(?:about|on|for|to|re:?|called|titled) (?=\S)/i, "").trim();
  const who = names.length > 0 ? joined(names) : person;
  if (subject) return capital(withPerson(subject, who, names));
  const kind = KIND.exec(sentence)?.[0] ?? (WITH_WORD.test(sentence) ? "call" : null);
  if (who) return capital(`${kind ?? "meeting"} with ${who}`);
  if (/\b(?:day|week|time) off\b/i.test(sentence)) return "Day off";
  const purpose =
    /\b(?:I must|I have to|I need to|so that I can|to let me|for me to|in order to) (\w[^,.?!]{2,60})/i.exec(
      sentence,
    )?.[1];
  if (purpose) return capital(purpose.trim());
  if (place) return kind ? capital(`${kind} at ${place}`) : capital(place);
  if (kind) return capital(kind);
  if (/\b(?:block|hold|keep|reserve|quiet|undisturbed|focus|to myself)\b/i.test(sentence))
    return "Focus time";
  return null;
}

function withPerson(subject: string, who: string | undefined, names: readonly string[]): string {
  if (!who) return subject;
  const has = [who, ...names].some((name) => {
    const [first = ""] = name.toLowerCase().split(" ");
    return first !== "" && subject.toLowerCase().includes(first);
  });
  return has ? subject : `${subject} with ${who}`;
}

const joined = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
