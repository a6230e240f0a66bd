import { formatShortWeekdayAndDay } from "#platform/time/format-in-zone.ts";
import type { Turn } from "../../intent.ts";
import type { SavedReading } from "../../model.ts";
import type { Roles } from "../act.ts";
import { CLOCK } from "../acts/events/read-range.ts";
import { shareOf, stemsOf } from "../match-words.ts";
import { readMention } from "../read-mention.ts";
import { readPriority } from "../read-priority.ts";
import { readDuration } from "../times/read-duration.ts";
import { readPeriod } from "../times/read-period.ts";
import { readTime } from "../times/read-time.ts";
import { readingsOf, rolesOf } from "../understand-sentence.ts";

/** The request before with what a sentence adds; `isCertain` if it cannot be a request of its own. */
export type FollowUp = {
  frame: string;
  roles: Roles;
  isCertain: boolean;
  /** It takes the place of what was understood before. */
  isCorrection?: boolean;
};

const MOST_WORDS = 9;
/** A sentence this likely asks for something of its own. */
const OWN = 0.85;

const AGAIN =
  /^(?:and|what about|how about|(?:do )?the same (?:for|with|to|goes for)|same (?:thing )?(?:for|with|to|goes for)|ditto(?: for)?|also(?: for)?|or)\b[,:]? (?:for |on |with |to |in )?/i;
const TOO = /,? (?:too|as well|also|likewise)(?:,? please)?$/i;
const CORRECTS =
  /^(?:no|oh|sorry|wait|hm+|actually|ok|okay|well|but|i mean|i meant|meant|make (?:it|that|them|this)|let's (?:say|make (?:it|that))|(?:could|can) we (?:say|make (?:it|that))|(?:might|should) we say|rather|better|back to|on reflection|on second thoughts?|scratch that|as you were)\b[,.:]? */i;
const POLITE =
  /(?:,? (?:instead|rather|please|pls|then|shall we|would you|if you can|after all|would be (?:better|kinder|best|nicer|great|plenty|enough)|(?:will|would) (?:do|suit)(?: me)?|come to think of it|obviously|sorry)|[.?!])$/i;
const POLITE_BEFORE = /^(?:please|the one (?:with|from|about|called|on|in|to)|the|that|this|with|for)\s+/i;

/** What the sentence could complete or change of the one before it, the likeliest first. */
export function readFollowUp(turn: Turn): FollowUp[] {
  const before = turn.previousReading;
  if (!before || turn.sentence.trim().split(/\s+/).length > MOST_WORDS) return [];
  const bare = withoutRepeated(turn.sentence.trim(), POLITE);
  const [own] = readingsOf(turn.sentence, 1);
  const again = bare.replace(SAME_FOR, "$1").replace(AGAIN, "").replace(TOO, "");
  if (again !== bare && again !== "" && isRepeat(turn, bare, again, own?.probability ?? 0))
    return replaced(turn, before, again, true);
  const words = withoutRepeated(bare, CORRECTS);
  if (words === "") return [];
  if (words !== bare || BETTER.test(turn.sentence)) {
    const corrected = withOtherValue(turn, before, words);
    if (corrected) return [corrected];
  }
  if (own !== undefined && own.probability >= OWN && own.frame !== before.frame) return [];
  if (before.isOpen) {
    const picked = pickedIn(turn, before, words);
    return picked ? [picked] : completed(turn, before, words);
  }
  return words === bare ? [] : replaced(turn, before, words, false);
}

const BETTER =
  /\b(?:would|will|might) (?:be|do|suit)\b|\b(?:instead|rather|better|kinder|plenty|after all)\b/i;
const CLOCK_ONLY =
  /^(?:at )?(?:half past|half(?: past)? \w+|quarter (?:past|to) \w+|\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\b)?|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: thirty| fifteen| forty-five)?)(?: o'?clock)?$/i;

/** The request with another time, length or priority: 'no, make that Thursday', '45 minutes would be better'. */
function withOtherValue(turn: Turn, { frame, roles }: SavedReading, words: string): FollowUp | null {
  // What was made of it is changed, and nothing made again.
  if (frame.endsWith(".create") && turn.previousCards.length > 0) return null;
  const typed = typedRole(turn, frame, words);
  if (!typed) return null;
  const before = roles[typed] ?? "";
  const isClock = typed === "when" && CLOCK_ONLY.test(words);
  const value = isClock ? withClock(before, words) : typed === "when" ? withClockOf(before, words) : words;
  const isCertain = roles[typed] !== undefined;
  return { frame, roles: { ...roles, [typed]: value }, isCertain, isCorrection: true };
}

/** 'Tuesday at eleven' with 'ten' is 'Tuesday at ten'. */
function withClock(before: string, words: string): string {
  const [clock = ""] = new RegExp(`\\b${CLOCK}(?!\\w)`, "i").exec(before) ?? [];
  if (clock !== "" && /^half past$/i.test(words)) return before.replace(clock, () => `half past ${clock}`);
  if (clock === "" && /^half past$/i.test(words)) return before;
  const day = before.replace(new RegExp(`(?:\\bat )?\\b${CLOCK}(?!\\w)`, "i"), " ").trim();
  return `${day} at ${words.replace(/^at /i, "")}`.trim();
}

/** 'Friday at one' with 'Thursday' is Thursday at one. */
function withClockOf(before: string, words: string): string {
  const pattern = new RegExp(`\\bat ${CLOCK}(?!\\w)|\\b\\d{1,2}:\\d\\d\\b`, "i");
  const [clock] = pattern.exec(before) ?? [];
  return clock && !/\d|noon|midnight|half|quarter/i.test(words) ? `${words} ${clock}` : words;
}

const typedRole = (turn: Turn, frame: string, words: string): string | undefined => {
  const types = typesOf(turn, words);
  return ["duration", "priority", "when"].find((role) => types[role] && rolesOf(frame).includes(role));
};

/** 'Could Clara get the same?' */
const SAME_FOR = /^(?:can|could) (.{2,40}?) (?:get|have) the same(?: thing)?$/i;
const JOINER = /^(?:and|also|or)\b/i;
/** A sentence that begins with 'and' asks the same again unless it is likely something of its own. */
const OWN_AFTER_JOINER = 0.5;

const isRepeat = (turn: Turn, sentence: string, again: string, own: number): boolean =>
  !JOINER.test(sentence) ||
  TOO.test(sentence) ||
  own < OWN_AFTER_JOINER ||
  typesOf(turn, again).when === true;

function withoutRepeated(text: string, pattern: RegExp): string {
  let words = text;
  for (let left = MOST_WORDS; left > 0 && pattern.test(words); left -= 1) words = words.replace(pattern, "");
  return words.trim();
}

const PERSON_KINDS = new Set(["contact", "member"]);
const LEAST_SHARE = 0.6;

/** The one of the records that were offered which the words name, as in 'the Lopez one' and 'today's'. */
function pickedIn(turn: Turn, { frame, roles }: SavedReading, words: string): FollowUp | null {
  const cards = turn.previousCards;
  const situation = { now: turn.context.now, timeZone: turn.timeZone };
  const { place } = readMention(words, new Set(), situation);
  if (place !== null && cards.at(place)) return withCard({ frame, roles }, cards, cards.at(place));
  const stems = stemsOf(words.replace(POLITE_BEFORE, "").replace(/ one$/i, ""));
  if (stems.length === 0) return null;
  const period = readPeriod(turn, words.replace(/['\u2019]s(?: one)?$/, ""));
  const day = period && formatShortWeekdayAndDay(period.from, turn.timeZone);
  const shares = cards.map(({ title, subtitle }) =>
    day && subtitle?.startsWith(day) ? 1 : shareOf(stems, `${title} ${subtitle ?? ""}`),
  );
  const best = Math.max(0, ...shares);
  const at = shares.indexOf(best);
  const card = cards[at];
  if (!card || best < LEAST_SHARE || shares.filter((share) => share === best).length > 1) return null;
  return withCard({ frame, roles }, cards, card);
}

function withCard(
  { frame, roles }: Pick<SavedReading, "frame" | "roles">,
  cards: Turn["previousCards"],
  card: Turn["previousCards"][number] | undefined,
): FollowUp | null {
  if (!card) return null;
  const role = PERSON_KINDS.has(card.kind) && rolesOf(frame).includes("person") ? "person" : "item";
  const name = role === "person" ? card.title : `number ${cards.indexOf(card) + 1}`;
  return { frame, roles: { ...roles, [role]: name }, isCertain: true };
}

const NAMES = "person item project place workspace conversation topic category title text".split(" ");
/** Neither a name nor a title: 'yes', 'sounds good'. */
const COMMENT =
  /^(?:yes|yep|yeah|yup|sure|no|nope|ok|okay|fine|great|good|perfect|right|exactly|correct|thanks?(?: you)?|cool|alright|please|do it|go ahead|never ?mind|forget it|stop|cancel)\b|\b(?:works|sounds good|is fine)$/i;
/** What is missing is asked for in this order. */
const MISSING =
  "when duration priority person item title text subject place workspace conversation field".split(" ");

/** The request with the words as a role that it has not: 'Weiss' after 'Whom do you mean?'. */
function completed(turn: Turn, { frame, roles }: SavedReading, words: string): FollowUp[] {
  if (!/\p{L}|\d/u.test(words) || COMMENT.test(words)) return [];
  const known = rolesOf(frame);
  const values = typesOf(turn, words);
  return MISSING.filter((role) => known.includes(role) && !roles[role] && (values[role] ?? true))
    .filter((role) => !values.when || role === "when" || role === "duration")
    .map((role) => ({ frame, roles: { ...roles, [role]: words }, isCertain: false }));
}

/** Whether the words are a time, a length or a priority; of other roles nothing is known. */
function typesOf(turn: Turn, words: string): Readonly<Record<string, boolean>> {
  return {
    when: CLOCK_ONLY.test(words) || readTime(turn, words) !== null || readPeriod(turn, words) !== null,
    duration: readDuration(words) !== null,
    priority: readPriority(words) !== null,
  };
}

/** The request again with the words in place of what they are like: another day, person or record. */
function replaced(turn: Turn, { frame, roles }: SavedReading, words: string, isCertain: boolean): FollowUp[] {
  const known = rolesOf(frame);
  const typed = typedRole(turn, frame, words);
  // What was made of it is changed, and nothing made again.
  if (!isCertain && frame.endsWith(".create") && turn.previousCards.length > 0) return [];
  if (typed) return [{ frame, roles: { ...roles, [typed]: words }, isCertain }];
  const named =
    NAMES.find((role) => roles[role]) ?? (isCertain && NAMES.find((role) => known.includes(role)));
  return named ? [{ frame, roles: { ...roles, [named]: words }, isCertain }] : [];
}
