import { calendarSettings } from "#features/calendar/calendar-settings.ts";
import { freeTimes } from "#features/calendar/free-times.ts";
import { hoursOfDay } from "#features/calendar/public/free-stretches.ts";
import { formatClock, formatWeekdayAndDay } from "#platform/time/format-in-zone.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";
import { eventCard, joinWords } from "../../../format-answer.ts";
import type { Answer, Turn } from "../../../intent.ts";
import { type Act, asksFor, type Roles } from "../../act.ts";
import { findOne } from "../../find-records.ts";
import { findPeople } from "../../people/find-people.ts";
import { OPEN_TASK } from "../../record-kinds.ts";
import { readDuration } from "../../times/read-duration.ts";
import { placeTask } from "../plans/propose-plan.ts";
import { durationText } from "./duration-text.ts";
import { eventsBetween } from "./find-between.ts";
import { busyIn, type Event, type Gap, gapsIn, minutesOf } from "./find-gaps.ts";
import { readWindow, type Window } from "./read-window.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;
const LONGEST = /\b(?:longest|biggest|largest|greatest|most (?:free|time)|best)\b/i;
const FIRST =
  /\b(?:first|earliest|soonest|how soon|as soon as|next (?!week|month|mon|tue|wed|thu|fri|sat|sun|few|\d))\b/i;
const WHOLE_DAY = /\b(?:whole|full|entire|complete|free|clear|empty|open) day\b/i;
const EMPTIEST = /\bemptiest\b|\b(?:which|what|one) day\b|\bday\b.*\b(?:nothing|least|lightest|quietest)\b/i;
const IS_IT = /^(?:\W|so |and |hm+,? )*(?:am|is|are|would|will|could|can|do|does|have|has|should|shall)\b/i;

/** How long it is to be: a duration, or 'a free hour'; null if that is not named. */
function lengthIn({ sentence }: Turn, { duration }: Roles): number | null {
  const given = readDuration(duration ?? "");
  if (given) return given;
  if (/\bhalf[- ]hour\b/i.test(sentence)) return 30;
  if (/\b(?:free|clear|spare|quiet|open|whole|full|first|next|an) hour\b/i.test(sentence)) return 60;
  return readDuration(sentence.replace(/\bin (?:an?|\w+) (?:hours?|minutes?)\b/gi, ""));
}

/** What the words, or the sentence, name; today and the days ahead where nothing is named. */
async function windowOf(turn: Turn, when: string | undefined, days: number): Promise<Window | Answer> {
  const between = await eventsBetween(turn, turn.sentence);
  if (between) {
    const [one, other] = between;
    const name = `between '${one.title}' and '${other.title}'`;
    return { from: one.endTime, to: other.startTime, name, isMoment: false };
  }
  const window = when ? await readWindow(turn, when) : null;
  if (window) return window;
  const ofSentence = await readWindow(turn, turn.sentence);
  if (ofSentence) return ofSentence;
  if (when) return asksFor(`When is '${when}'?`);
  const { now } = turn.context;
  const to = startOfDay(now, turn.timeZone, days);
  return { from: now, to, name: days === 1 ? "today" : `in the next ${days} days`, isMoment: false };
}

const cards = (turn: Turn, found: readonly Event[]) =>
  found.slice(0, 8).map((event) => eventCard(event, turn.clock));

const named = (found: readonly Event[], turn: Turn): string =>
  joinWords(
    found.map(
      ({ title, isAllDay, startTime, endTime }) =>
        `'${title}' (${isAllDay ? "all day" : `${formatClock(startTime, turn.clock)} to ${formatClock(endTime, turn.clock)}`})`,
    ),
  );

async function freeAt(turn: Turn, window: Window, minutes: number): Promise<Answer> {
  const to = new Date(window.from.getTime() + minutes * MINUTE);
  const busy = await busyIn(turn, { ...window, to });
  const bare = window.name.replace(/^on /, "");
  if (busy.length > 0)
    return { text: `No: ${bare} you have ${named(busy, turn)}.`, cards: cards(turn, busy) };
  const later = (await busyIn(turn, { ...window, to: startOfDay(window.from, turn.timeZone, 1) })).find(
    ({ isAllDay, startTime }) => !isAllDay && startTime >= to,
  );
  const until = later
    ? ` until ${formatClock(later.startTime, turn.clock)}, when '${later.title}' begins`
    : "";
  return {
    text: `Yes, you are free ${window.name}${until}.`,
    suggestions: [`schedule a meeting ${bare}`],
  };
}

const gapText = (turn: Turn, { from, to }: Gap, hasDay: boolean): string =>
  `${hasDay ? `${formatWeekdayAndDay(from, turn.timeZone)}, ` : ""}${formatClock(from, turn.clock)} to ${formatClock(to, turn.clock)}`;

const isOneDay = ({ from, to }: Window) => to.getTime() - from.getTime() <= 1.1 * DAY;

async function freeIn(turn: Turn, window: Window, minutes: number | null): Promise<Answer> {
  const { gaps, busy } = await gapsIn(turn, window, minutes ?? 15);
  const hasDay = !isOneDay(window);
  const shown = isOneDay(window) ? cards(turn, busy) : [];
  if (gaps.length === 0) {
    const what = minutes ? `no gap of ${durationText(minutes)} is free` : "nothing is free";
    const why = busy.length > 0 && !hasDay ? `: you have ${named(busy, turn)}` : "";
    return { text: `No, ${what} ${window.name}${why}.`, cards: shown };
  }
  const [first] = gaps;
  if (LONGEST.test(turn.sentence)) return longestOf(turn, window, gaps, busy);
  if (first && FIRST.test(turn.sentence.replace(/\bnext week\b/gi, "")))
    return { text: `The first is ${gapText(turn, first, true)}.`, cards: shown };
  const list = gaps.slice(0, hasDay ? 12 : 10).map((gap) => gapText(turn, gap, hasDay));
  if (busy.length === 0 && !hasDay && IS_IT.test(turn.sentence))
    return { text: `Yes, you are free ${window.name}: ${joinWords(list)}.` };
  const isAsked = minutes && IS_IT.test(turn.sentence);
  return {
    text: hasDay
      ? `You are free ${window.name}:\n${list.join("\n")}`
      : `${isAsked ? "Yes, you" : "You"} are free ${window.name}: ${joinWords(list)}.`,
    cards: shown,
  };
}

type DayLoad = { day: Date; minutes: number; busy: Event[] };

/** The working time that is left on each day of the period, of days that have some. */
async function loadOfDays(turn: Turn, window: Window): Promise<DayLoad[]> {
  const settings = await turn.use(calendarSettings.get, {});
  const found: DayLoad[] = [];
  for (let ahead = 0; ahead < 31; ahead += 1) {
    const from = startOfDay(window.from, turn.timeZone, ahead);
    if (from >= window.to) break;
    const to = startOfDay(window.from, turn.timeZone, ahead + 1);
    if (!hoursOfDay(from, settings, turn.timeZone)) continue;
    const { gaps, busy } = await gapsIn(turn, { from, to, name: "" }, 1);
    found.push({ day: from, busy, minutes: gaps.reduce((sum, gap) => sum + minutesOf(gap), 0) });
  }
  return found;
}

async function emptiestDay(turn: Turn, window: Window): Promise<Answer> {
  const days = await loadOfDays(turn, window);
  const whole = WHOLE_DAY.test(turn.sentence) && !EMPTIEST.test(turn.sentence);
  const best = whole
    ? days.find(({ busy, minutes }) => busy.length === 0 && minutes >= 240)
    : [...days].sort((one, other) => other.minutes - one.minutes)[0];
  if (!best || best.minutes === 0) return { text: `No whole day is free ${window.name}.` };
  const day = formatWeekdayAndDay(best.day, turn.timeZone);
  return {
    text: whole
      ? `${day} is free.`
      : `${day} is the emptiest: ${durationText(best.minutes)} of your working hours are free.`,
    cards: cards(turn, best.busy),
  };
}

const free: Act = async (turn, roles) => {
  const isDay = EMPTIEST.test(turn.sentence) || WHOLE_DAY.test(turn.sentence);
  const isAhead = isDay || FIRST.test(turn.sentence) || lengthIn(turn, roles) !== null;
  const window = await windowOf(turn, roles.when, isAhead ? 14 : 1);
  if ("text" in window) return window;
  if (isDay && !isOneDay(window)) return emptiestDay(turn, window);
  const minutes = lengthIn(turn, roles);
  return window.isMoment ? freeAt(turn, window, minutes ?? 15) : freeIn(turn, window, minutes);
};

/** A time at which colleagues are free as well; others' calendars are not known. */
const findTime: Act = async (turn, roles) => {
  const words = roles.person?.replace(/^(?:both |the two of )?(?:me|us|myself)(?: and | with )?/i, "").trim();
  if (!words) return free(turn, roles);
  const people = await findPeople(turn, words);
  if ("answer" in people) {
    // 'Two hours for the board deck' is time for a task, not with somebody.
    const task = await findOne(turn, OPEN_TASK, words);
    return "found" in task ? placeTask(turn, { ...roles, item: words }) : people.answer;
  }
  const { items } = await turn.use(freeTimes.people, {});
  const ids = new Set(items.map(({ userId }) => userId));
  const seen = people.found.filter(({ userId }) => userId && ids.has(userId));
  const unseen = people.found.filter((each) => !seen.includes(each)).map(({ name }) => name);
  const note = unseen.length > 0 ? `I cannot see the calendar of ${joinWords(unseen)}. ` : "";
  if (seen.length === 0) {
    const own = await free(turn, { ...roles, person: undefined });
    return "text" in own ? { ...own, text: `${note}${own.text}` } : own;
  }
  const window = await windowOf(turn, roles.when, 14);
  if ("text" in window) return window;
  const minutes = lengthIn(turn, roles) ?? 60;
  const names = joinWords(["you", ...seen.map(({ name }) => name)]);
  const found = await freeTogether(turn, {
    window,
    minutes,
    userIds: seen.map(({ userId }) => userId ?? ""),
  });
  if (found.length === 0)
    return { text: `${note}No, ${names} have no ${durationText(minutes)} free ${window.name}.` };
  const shown = found.slice(0, FIRST.test(turn.sentence) ? 1 : 5).map((gap) => gapText(turn, gap, true));
  const yes = window.isMoment ? "Yes, " : "";
  const subject = yes ? names : `${names[0]?.toUpperCase()}${names.slice(1)}`;
  return { text: `${note}${yes}${subject} are free:\n${shown.join("\n")}` };
};

async function freeTogether(
  turn: Turn,
  { window, minutes, userIds }: { window: Window; minutes: number; userIds: string[] },
): Promise<Gap[]> {
  const from = new Date(Math.max(window.from.getTime(), turn.context.now.getTime()));
  const end = window.isMoment ? new Date(from.getTime() + minutes * MINUTE) : window.to;
  const to = new Date(Math.min(end.getTime(), from.getTime() + 30 * DAY));
  if (to <= from) return [];
  const length = Math.min(480, Math.max(15, minutes));
  const range = { from: from.toISOString(), to: to.toISOString() };
  const { suggestions } = await turn.use(freeTimes.find, { userIds, minutes: length, ...range });
  return suggestions
    .filter(({ busy, outsideHours }) => busy.length === 0 && (window.isMoment || outsideHours.length === 0))
    .map(({ startTime, endTime }) => ({ from: startTime, to: endTime }));
}

const MOST =
  /\b(?:busiest|fullest|most (?:packed|crowded|meetings)|worst|heaviest|least (?:free|time|room))\b/i;

/** The day with the most room in the period, or the one with the least. */
const emptiest: Act = async (turn, roles) => {
  const window = await windowOf(turn, roles.when, 14);
  if ("text" in window) return window;
  if (!MOST.test(turn.sentence)) return emptiestDay(turn, window);
  const [fullest] = [...(await loadOfDays(turn, window))].sort((one, other) => one.minutes - other.minutes);
  if (!fullest) return { text: `You work on no day ${window.name}.` };
  return {
    text: `${formatWeekdayAndDay(fullest.day, turn.timeZone)} is the fullest: ${durationText(fullest.minutes)} of your working hours are free.`,
    cards: cards(turn, fullest.busy),
  };
};

const longestGap: Act = async (turn, roles) => {
  const window = await windowOf(turn, roles.when, 1);
  if ("text" in window) return window;
  const { gaps, busy } = await gapsIn(turn, window, 15);
  if (gaps.length === 0) return { text: `No, nothing is free ${window.name}.`, cards: cards(turn, busy) };
  return longestOf(turn, window, gaps, busy);
};

function longestOf(turn: Turn, window: Window, gaps: readonly Gap[], busy: readonly Event[]): Answer {
  const longest = gaps.reduce((best, gap) => (minutesOf(gap) > minutesOf(best) ? gap : best));
  return {
    text: `The longest gap ${window.name} is ${gapText(turn, longest, !isOneDay(window))}: ${durationText(minutesOf(longest))}.`,
    cards: isOneDay(window) ? cards(turn, busy) : [],
  };
}

export const FREE_TIME_ACTS: Readonly<Record<string, Act>> = {
  "events.emptiest": emptiest,
  "events.longestGap": longestGap,
  "events.free": free,
  "events.findTime": findTime,
};
