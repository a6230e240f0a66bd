import { form, plural, t } from "#i18n/message.ts";
import { formatDuration } from "#platform/time/durations.ts";
import {
  formatClock,
  formatShortWeekdayAndDay,
  formatWeekdayAndDay,
  type ZoneClock,
} from "#platform/time/format-in-zone.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";
import type { Obstacle } from "./engine/plan-problem.ts";
import type { Fact } from "./model.ts";

// All words of plans, each made from one fact.

/** `titleOf`: of what an item waits for. */
export function describeFact(fact: Fact, clock: ZoneClock, titleOf: (item: string) => string): string {
  const { kind, minutes = 0, at } = fact;
  switch (kind) {
    case "late":
      return t`It will be ${formatDuration(minutes)} late; it was due ${endWords(at, clock)}`;
    case "due":
      return t`Due ${endWords(at, clock)}`;
    case "promised":
      return describePromise(fact, clock);
    case "reserve":
      return t`With ${formatDuration(minutes)} of reserve`;
    case "approach":
      return t`The time before “${titleOf(fact.item ?? "")}” stays free for it`;
    case "limit":
      return describeLimit(fact, clock);
    case "meeting":
      return t`Before you are expected: ${endWords(at, clock)}`;
    case "notBefore":
      return t`Not before ${momentWords(at, clock)}`;
    case "hours":
      return at ? describeHours(at, minutes, clock) : "";
    case "after":
      return t`After “${titleOf(fact.item ?? "")}”, for which it waits`;
    case "ride":
      return t`During “${titleOf(fact.item ?? "")}”`;
    case "focus":
      return t`In your focus hours`;
    case "outsideFocus":
      return t`Outside of your focus hours, which stay free for other work`;
    case "firstFree":
      return t`Nothing earlier is free`;
    case "onlyRoom":
      return t`No other time is free`;
    case "held":
    case "crowdedOut":
      return describeRivals(fact, titleOf);
    default:
      return describeItem(fact);
  }
}

function describePromise({ at, person }: Fact, clock: ZoneClock): string {
  if (!at) return person ? t`You promised it to ${person}` : t`You promised it`;
  const until = endWords(at, clock);
  return person ? t`You promised it to ${person} by ${until}` : t`You promised it by ${until}`;
}

/** Of one day, or of all of them. */
const describeLimit = ({ at, minutes = 0 }: Fact, { timeZone }: ZoneClock): string =>
  at
    ? t`${formatWeekdayAndDay(at, timeZone)} has as much planned as you allow (${formatDuration(minutes)})`
    : describeObstacle("limit");

function describeHours(at: Date, minutes: number, clock: ZoneClock): string {
  const end = new Date(at.getTime() + minutes * 60_000);
  return t`Only between ${formatClock(at, clock)} and ${formatClock(end, clock)}`;
}

/** What has the time that an item could have, by name. */
function describeRivals(
  { kind, items = [], count = 0, points = 0 }: Fact,
  titleOf: (item: string) => string,
): string {
  const named = items.slice(0, MOST_NAMED).map((item) => t`“${titleOf(item)}”`);
  const more = items.length - named.length;
  const listed = named.join(", ");
  const names = more > 0 ? t`${listed} and ${more} more` : listed;
  if (kind === "held") return t`Other times are taken by ${names}`;
  if (points < 1) return t`Only in place of ${names}, which matters as much`;
  return count > 0
    ? t`Only without ${names}, which would cost ${points} points more`
    : t`Only if ${names} moved, which would cost ${points} points more`;
}
const MOST_NAMED = 3;

/** What holds of an item wherever it is, and what became of its earlier place. */
function describeItem(fact: Fact): string {
  const { kind, count = 0 } = fact;
  switch (kind) {
    case "undated":
      return t`It has no date; what has one goes first`;
    case "beyond":
      return t`Within your working hours`;
    case "important":
      return t`It has a high priority`;
    case "blocks":
      return plural(count, {
        one: form`${count} other task waits for it`,
        other: form`${count} other tasks wait for it`,
      });
    case "place":
      return t`While you are where it is done`;
    case "piece":
      return t`One of ${count} pieces, because no free time is long enough or less would be late`;
    case "undivided":
      return t`In one piece`;
    case "pause":
      return t`With room for a pause beside it`;
    case "together":
      return t`Next to other short items`;
    case "cheapest":
      return t`Elsewhere the plan would cost ${fact.points ?? 0} points more`;
    case "kept":
      return t`It stays where it was`;
    case "moved":
      return t`Moved, because the plan around it is different`;
    case "fixed":
      return t`It has begun, or you put it there yourself`;
    default:
      return describeLength(fact);
  }
}

/** How long an item takes, and who says so. */
export function describeLength({ kind, minutes = 0, count = 0, from }: Fact): string {
  if (kind === "estimate") return t`You estimated how long it takes`;
  if (kind === "worked") return t`You had ${formatDuration(minutes)} for it before`;
  const length = formatDuration(minutes);
  switch (from) {
    case "done":
      return plural(count, {
        one: form`Guess: ${length}, as ${count} similar task took`,
        other: form`Guess: ${length}, as ${count} similar tasks took`,
      });
    case "estimated":
      return plural(count, {
        one: form`Guess: ${length}, as you estimated ${count} similar task`,
        other: form`Guess: ${length}, as you estimated ${count} similar tasks`,
      });
    case "tag":
      return t`Guess: ${length}, as ${count} tasks with this tag`;
    case "project":
      return t`Guess: ${length}, as ${count} tasks of this project`;
    case "word":
      return t`Guess: ${length}, by the words of its title`;
    case "answer":
      return t`Guess: ${length}, for an answer`;
    default:
      return t`Guess: ${length}, as nothing similar is known`;
  }
}

export function describeObstacle(because: Obstacle): string {
  switch (because) {
    case "room":
      return t`No free time is long enough`;
    case "window":
      return t`No time is free between its earliest beginning and its latest end`;
    case "before":
      return t`What it waits for has no place`;
    case "place":
      return t`You are not where it is done while time is free`;
    case "hours":
      return t`No time is free at the hours of the day at which it can be done`;
    case "limit":
      return t`Your days have as much planned as you allow`;
    case "unneeded":
      return t`What waits for it has no place`;
  }
}

export const describeRemoved = (obstacle: Obstacle | null, isOpen: boolean): string => {
  if (obstacle) return describeObstacle(obstacle);
  return isOpen ? t`The plan needs it no more` : t`What it was for is done or gone`;
};

export const describeAllDay = (title: string): string =>
  title === "" ? t`An event takes the whole day` : t`“${title}” takes the whole day`;
export const describeMeetings = (minutes: number, most: number): string =>
  t`You have ${formatDuration(minutes)} of meetings, more than the ${formatDuration(most)} that you allow`;
/** Of a day with deep work. */
export const describeNoFocus = (): string => t`Events take all focus hours of this day`;

/** `minutes`: null without a place. */
export const describeBrokenPromise = (title: string, minutes: number | null): string =>
  minutes === null
    ? t`“${title}” was promised and has no place`
    : t`“${title}” was promised and will be ${formatDuration(minutes)} late`;

export const describeOverlap = (one: Named, other: Named, clock: ZoneClock): string =>
  t`“${one.title}” lasts until ${formatClock(one.until, clock)}, but you leave for “${other.title}” at ${formatClock(other.until, clock)}`;
export const describeLeftOut = (most: number): string =>
  t`There are more than ${most} open tasks or answers; those due last are not in this plan`;

/** `until`: when it ends with the way back, or when the person leaves for it. */
type Named = { title: string; until: Date };

type Moved = { title: string; startTime: Date; before: { startTime: Date } | null };

export const describeMoved = ({ title, startTime, before }: Moved, clock: ZoneClock): string =>
  t`“${title}” moved from ${momentWords(before?.startTime, clock)} to ${momentWords(startTime, clock)}`;

/** The end of a day is named by that day. */
export function endWords(at: Date | undefined, clock: ZoneClock): string {
  if (!at) return "";
  const isEndOfDay = startOfDay(at, clock.timeZone).getTime() === at.getTime();
  return isEndOfDay
    ? formatShortWeekdayAndDay(new Date(at.getTime() - 1), clock.timeZone)
    : momentWords(at, clock);
}

const momentWords = (at: Date | undefined, clock: ZoneClock): string =>
  at ? `${formatShortWeekdayAndDay(at, clock.timeZone)}, ${formatClock(at, clock)}` : "";
