import { instantOf, type WallClock, wallClock } from "#platform/time/wall-clock.ts";
import type { Token } from "../extraction/read-tokens.ts";
import type { FoundCommitment } from "../model.ts";
import type { NamedDay, Written } from "./calendar-days.ts";
import { namedDayAt } from "./name-days.ts";
import { findTime, type Time } from "./name-times.ts";

export type Due = NonNullable<FoundCommitment["due"]>;
/** When and in which zone the words were written; `clock` is the local time then. */
export type Moment = { at: Date; timeZone: string; clock: WallClock };
type Words = readonly string[];

/** After these a date says what something is about, or since when it is so. */
const NOT_AHEAD = new Set([
  "from",
  "since",
  "of",
  "last",
  "until",
  "till",
  "til",
  "yesterday",
  "than",
  "between",
  "every",
]);
const DEADLINES = new Set(["by", "before", "latest", "than", "due", "until"]);

/** The date for which the words at these places promise or ask something. A time alone is one on the day of `beside`. */
export function readDue(
  tokens: readonly Token[],
  moment: Moment,
  beside: () => Due | null = () => null,
): Due | null {
  const { at, timeZone, clock } = moment;
  const { day, time } = findDate(tokens, moment);
  if (!day && !time) return null;
  const known = day || !time ? null : beside();
  const base = day ?? (known && known.at > at ? wallClock(known.at, timeZone) : clock);
  if (!time) return { at: instantOf({ ...dateOf(base), hour: 23, minute: 59 }, timeZone), hasTime: false };
  const { zone = timeZone, isOpen, ...ofDay } = time;
  const due = instantOf({ ...dateOf(base), ...ofDay }, zone);
  if (day || base !== clock || due > at) return { at: due, hasTime: true };
  const evening = instantOf({ ...dateOf(base), ...ofDay, hour: ofDay.hour + 12 }, zone);
  if (isOpen && evening > at) return { at: evening, hasTime: true };
  return { at: instantOf({ ...dateOf(base), day: base.day + 1, ...ofDay }, zone), hasTime: true };
}

/** Whether they name one. */
export function namesDue(tokens: readonly Token[], moment: Moment): boolean {
  const { day, time } = findDate(tokens, moment);
  return day !== null || time !== null;
}

function findDate(tokens: readonly Token[], { clock, timeZone }: Moment) {
  const words = tokens.map(({ word }) => word);
  const isMonthFirst = /^(?:America|US)\/|^Pacific\/Honolulu/.test(timeZone);
  const day = chosenDay(words, { clock, isMonthFirst });
  const time: Time | null = day?.time ?? findTime(words);
  return { day, time };
}

const dateOf = ({ year, month, day }: { year: number; month: number; day: number }) => ({ year, month, day });

/** The one after 'by', else the first; a general one such as 'EOD' only if there is no other. */
function chosenDay(words: Words, written: Written): NamedDay | null {
  const found: { day: NamedDay; isDeadline: boolean }[] = [];
  for (let at = 0; at < words.length; ) {
    const day = namedDayAt(words, at, written);
    if (day && isAhead(words, at, day)) {
      const near = words.slice(Math.max(0, at - 3), at);
      found.push({ day, isDeadline: near.some((word) => DEADLINES.has(word)) });
    }
    at += day?.length ?? 1;
  }
  const strong = found.filter(({ day }) => !day.isWeak);
  const candidates = strong.length > 0 ? strong : found;
  return (candidates.find(({ isDeadline }) => isDeadline) ?? candidates[0])?.day ?? null;
}

/** With these 'until Monday' is a deadline, as people write whose language has one word for 'by' and 'until'. */
const FINISHED = new Set(
  "give send receive get deliver finish submit return confirm upload complete pay provide answer reply ready done know liberate need needs want hold latest decide".split(
    " ",
  ),
);

function isAhead(words: Words, at: number, day: NamedDay): boolean {
  const before = words[at - 1] === "the" ? (words[at - 2] ?? "") : (words[at - 1] ?? "");
  if (before === "than") return words.slice(Math.max(0, at - 4), at).includes("later");
  if (before === "till" || before === "til" || before === "until")
    return words.slice(Math.max(0, at - 18), at).some((word) => FINISHED.has(word));
  if (before === "from") return words[at - 2] === "week" || words[at - 2] === "weeks";
  if (before === "of")
    return (
      day.isWeak !== true &&
      /^(?:end|latest|close|beginning|morning|evening|week|night|afternoon|day)$/.test(words[at - 2] ?? "")
    );
  if (before === "off" || before === "through") return words[at - 1] !== "the";
  if (NOT_AHEAD.has(before)) return false;
  // 'the Monday meeting'
  const isNamed = /^(?:the|our|your|my|a)$/.test(words[at - 1] ?? "") && /day$/.test(words[at] ?? "");
  if (isNamed && /^(?:before|by|of)$/.test(words[at - 2] ?? "") && words[at - 1] !== "a")
    return words[at - 2] !== "of" || words[at - 3] === "ahead";
  return !isNamed || !/^\p{L}{3,}$/u.test(words[at + day.length] ?? "");
}
