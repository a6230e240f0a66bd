import { events } from "#features/calendar/calendar-events.ts";
import { calendarSettings } from "#features/calendar/calendar-settings.ts";
import { usualHours, weekdayOfDate, workingHoursOn } from "#features/calendar/hours-model.ts";
import { midnightOf } from "#features/calendar/model.ts";
import { formatClock, formatShortWeekdayAndDay } from "#platform/time/format-in-zone.ts";
import { parseMoment } from "#platform/time/parse-moment.ts";
import { instantOf, startOfDay, wallClock } from "#platform/time/wall-clock.ts";
import { eventCard, joinWords, plural } from "../format-answer.ts";
import type { Answer, Intent, Turn } from "../intent.ts";
import { eventNamed } from "../lookup/find-event.ts";
import { type Period, parsePeriod } from "../phrases/parse-period.ts";
import { cancelEvent, createEvent, moveEvent } from "./calendar-changes.ts";

const MAX_CARDS = 8;
/** Events of a period that are read; nobody has as many. */
const MAX_COUNTED = 2000;
type Event = Awaited<ReturnType<typeof events.list>>["items"][number];

const today = (turn: Turn): Period => ({
  from: startOfDay(turn.context.now, turn.timeZone),
  to: startOfDay(turn.context.now, turn.timeZone, 1),
  name: "today",
});

const periodOf = (turn: Turn, when: string | undefined): Period =>
  (when ? parsePeriod(when, { now: turn.context.now, timeZone: turn.timeZone }) : null) ?? today(turn);

/** The events that touch the period; an all-day event is a date, whatever the zone. */
export async function eventsIn(turn: Turn, { from, to }: Period): Promise<Event[]> {
  const range = { from: from.toISOString(), to: to.toISOString(), limit: 200 };
  const items: Event[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof events.list>> = await turn.use(events.list, {
      ...range,
      ...(cursor && { cursor }),
    });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor && items.length < MAX_COUNTED);
  return items.filter(
    ({ isAllDay, startTime, endTime }) =>
      !isAllDay || (midnightOf(startTime, turn.timeZone) < to && from < midnightOf(endTime, turn.timeZone)),
  );
}

export const cardsOf = (turn: Turn, found: readonly Event[]) =>
  found.slice(0, MAX_CARDS).map((event) => eventCard(event, turn.clock));

const agenda: Intent = {
  name: "events.list",
  area: "calendar",
  phrases: [
    "(walk|take|run|talk) me through [my] {when}",
    "(what is|what have i got|what do i have) (coming up|ahead|lined up|going on|on) {when}",
    "(what is|what are) (the|my) (plan|plans) [for] {when}",
    "(list|show|tell) [me] [out] [all] [my|the] [upcoming|coming] (events|meetings|appointments) [i have] [for] [{when}]",
    "who (am i|will i be) (seeing|meeting) {when}",
    "(is|are) [the|my] (meeting|meetings|events) [scheduled|planned|set] [for] {when}",
    "do i have to be (anywhere|somewhere) {when}",

    "[is there] (anything|something) [waiting|planned] (on|in) my (plate|diary|book) [for] [{when}]",
    "[is there] (anything|something) [on my plate|on my calendar|planned|in my diary] (before|after) (lunch|noon|work)",
    "where do i (need|have) to be (at|by|around) {clock}",
    "[give me] [the|a] (rundown|overview|lineup|agenda|schedule) (for|of|on) {when}",
    "what was [on|in] my (calendar|agenda|schedule|diary) [{when}]",
    "what did i have [on|planned|scheduled] {when}",
    "(what does|how does|what will) {when} look [like]",
    "what is on [my] (calendar|agenda|schedule) [for] [{when}]",
    "what is [on] (scheduled|planned) [for] [{when}]",
    "(show|list|give) [me] [all] [my] [the] (calendar|agenda|schedule|events|meetings|appointments) [for|on|of] [{when}]",
    "(what|which) (meetings|events|appointments|calls) do i have [{when}]",
    "what do i have [on] [planned|scheduled] {when}",
    "[my] (calendar|agenda|schedule|meetings|events|appointments) [for|on] [{when}]",
    "how does my (day|week|calendar|schedule) look [{when}]",
    "what does my (day|week|calendar|schedule) look like [{when}]",
    "do i have [any] (meetings|events|appointments|anything) [on|planned|scheduled] [{when}]",
    "(is there|is|are there|any) [anything|events|meetings] on [my] (calendar|agenda|schedule) [for] [{when}]",
    "anything on [my] (calendar|agenda|schedule) [for] [{when}]",
    "{when} (calendar|agenda|schedule|meetings)",
  ],
  example: "What is on my calendar today?",
  async answer(turn, { when }) {
    const words = when ?? (/\bweek\b/i.test(turn.sentence) ? "this week" : undefined);
    const period = periodOf(turn, words);
    const found = await eventsIn(turn, period);
    if (found.length === 0)
      return {
        text: `Nothing is in your calendar ${period.name}.`,
        suggestions: ["when am I free tomorrow?"],
      };
    return {
      text: `You have ${plural(found.length, "event")} ${period.name}.`,
      cards: cardsOf(turn, found),
      suggestions: ["when is my next meeting?"],
    };
  },
};

const nextOne: Intent = {
  name: "events.next",
  area: "calendar",
  phrases: [
    "what (is|comes) (up|coming up) next [in my calendar|on my calendar]",
    "(who|whom) (am i|do i) (meet|meeting|see|seeing) next",
    "what is the next (meeting|event|appointment|call|thing) [in|on] [my] [calendar|agenda]",

    "(what is|when is|show|show me|what's) my next (meeting|event|appointment|call)",
    "[my] next (meeting|event|appointment|call)",
    "what (meeting|event|appointment) is next",
    "when do i (have to be|need to be) somewhere",
    "where do i have to be [next|now]",
  ],
  example: "When is my next meeting?",
  async answer(turn) {
    const { items } = await turn.use(events.upcoming, { timeZone: turn.timeZone, limit: 3 });
    const [first] = items;
    if (!first) return { text: "Nothing is coming up in your calendar." };
    const minutes = Math.round((first.startTime.getTime() - turn.context.now.getTime()) / 60_000);
    const startText = first.isAllDay
      ? `is ${formatShortWeekdayAndDay(first.startTime, "UTC")}, all day`
      : minutes <= 0
        ? "is going on now"
        : minutes < 120
          ? `begins in ${plural(minutes, "minute")}, at ${formatClock(first.startTime, turn.clock)}`
          : `begins ${formatShortWeekdayAndDay(first.startTime, turn.timeZone)} at ${formatClock(first.startTime, turn.clock)}`;
    const place = first.location ? `, at ${first.location}` : "";
    return { text: `'${first.title}' ${startText}${place}.`, cards: cardsOf(turn, items) };
  },
};

const free: Intent = {
  name: "events.free",
  area: "calendar",
  phrases: [
    "is [my] {date} (clear|free|open|empty)",
    "(have i got|do i have) [any|some] (gaps|openings|room|space|time|free time) [on my calendar|in my calendar|on my schedule|in my schedule] [for|on] [{date}]",
    "(when|where) is my next (gap|free slot|free hour|opening|break) [of {text}]",
    "(find|look for) [me] [a|some] (slot|gap|time|opening|hour) [for {text}] {when}",
    "(find|look for) [a|some] (slot|gap|time) for {text}",
    "when (can|could) (we|{person} and i|i and {person}) [both] (talk|meet)",
    "could i (fit|squeeze) (something|anything|a meeting) in {date}",

    "how much [focus|free|quiet|open] time (do i have|is there|is) [left|free|open] [{date}]",
    "(am i|will i be|are we) (free|available|busy) [on] [{date}]",
    "do i have (time|a free slot|an open slot|a gap) [on] [{date}]",
    "when am i (free|available) [on] [{date}]",
    "when do i have (time|a free slot|a gap) [on] [{date}]",
    "(find|show) [me] [a|my] free (time|slot|slots|hours) [on|for] [{date}]",
    "free (time|slots) [on] [{date}]",
  ],
  example: "Am I free on Thursday at 3?",
  async answer(turn, { date = "today" }) {
    const situation = { now: turn.context.now, timeZone: turn.timeZone };
    const moment = parseMoment(date, situation);
    if (moment?.hasTime) return freeAt(turn, moment.at);
    const period = periodOf(turn, date);
    const day = { ...period, to: startOfDay(period.from, turn.timeZone, 1) };
    return freeOn(turn, day, period.name);
  },
};

async function freeAt(turn: Turn, at: Date): Promise<Answer> {
  const later = new Date(at.getTime() + 3_600_000);
  const busy = (await eventsIn(turn, { from: at, to: later, name: "" })).filter(isBusy);
  const moment = `${formatShortWeekdayAndDay(at, turn.timeZone)} at ${formatClock(at, turn.clock)}`;
  if (busy.length === 0)
    return { text: `Yes, you are free on ${moment}.`, suggestions: [`schedule a meeting ${moment}`] };
  return {
    text: `No: on ${moment} you have ${joinWords(busy.map(({ title }) => `'${title}'`))}.`,
    cards: cardsOf(turn, busy),
  };
}

const isBusy = ({ isAllDay, transparency, status }: Event) =>
  !isAllDay && transparency === "opaque" && status !== "cancelled";

const HALF_HOUR = 1_800_000;

/** The gaps of at least half an hour in the person's working hours. */
async function freeOn(turn: Turn, day: Period, name: string): Promise<Answer> {
  const busy = (await eventsIn(turn, day)).filter(isBusy);
  const settings = await turn.use(calendarSettings.get, {});
  const clock = wallClock(day.from, turn.timeZone);
  const hours = workingHoursOn(settings, weekdayOfDate(clock)) ?? usualHours(settings);
  const [from, to] = [hours.from, hours.to].map((minute) => {
    return instantOf({ ...clock, hour: Math.floor(minute / 60), minute: minute % 60 }, turn.timeZone);
  }) as [Date, Date];
  const gaps: string[] = [];
  let gapStart = Math.max(from.getTime(), turn.context.now.getTime());
  for (const { startTime, endTime } of [...busy, { startTime: to, endTime: to }]) {
    const gapEnd = Math.min(startTime.getTime(), to.getTime());
    if (gapEnd - gapStart >= HALF_HOUR)
      gaps.push(
        `${formatClock(new Date(gapStart), turn.clock)} to ${formatClock(new Date(gapEnd), turn.clock)}`,
      );
    gapStart = Math.max(gapStart, endTime.getTime());
  }
  return gaps.length === 0
    ? { text: `In your working hours nothing is free ${name}.`, cards: cardsOf(turn, busy) }
    : { text: `You are free ${name}: ${joinWords(gaps)}.`, cards: cardsOf(turn, busy) };
}

const whenIs: Intent = {
  name: "events.when",
  area: "calendar",
  phrases: [
    "who is (coming|invited|going) to [the|my] {item}",
    "(what day|on what day|which day|what date) is [the|my] {item}",
    "(at what time|when) (will|does|do) [the|my] {item} (be|take place|happen|start|begin)",
    "how long is [the|my] (meeting|event|appointment|call) {item}",

    "when is [the|my] [meeting|event] {item}",
    "what time is [the|my] {item}",
    "when do i (meet|see) [with] {item}",
    "where is [the|my] (meeting|event|appointment) {item}",
    "where is [the|my] {item} (meeting|event|appointment)",
    "when does [the|my] {item} (start|begin|end)",
  ],
  example: "When is the board meeting?",
  async answer(turn, { item = "" }) {
    const one = await eventNamed(turn, item.replace(/^(with|about) /i, ""));
    if ("answer" in one) return one.answer;
    const card = eventCard(one.found, turn.clock);
    return { text: `'${one.found.title}': ${card.subtitle}.`, cards: [card] };
  },
};

const eventsWith: Intent = {
  name: "events.with",
  area: "calendar",
  phrases: [
    "do i have anything with {person} [{when}]",
    "(am i|are we) (meeting|seeing) {person} [{when}]",
    "when (am i|are we) (next) (meeting|seeing) {person}",

    "(what|which) (meetings|events|calls) do i have with {person} [{when}]",
    "(show|list|find) [me] [all] [my] [the] (meetings|events|calls|appointments) (with|about) {person}",
    "(meetings|events|calls) with {person}",
    "(do i have|is there) [a|any] (meeting|meetings|call|event|events) with {person} [{when}]",
  ],
  example: "Which meetings do I have with Anna?",
  async answer(turn, { person = "" }) {
    const from = turn.context.now.toISOString();
    const { items } = await turn.use(events.list, { text: person.slice(0, 200), from, limit: MAX_CARDS });
    if (items.length === 0) return { text: `Nothing with '${person}' is coming up in your calendar.` };
    return {
      text: `${plural(items.length, "event")} with '${person}' to come.`,
      cards: cardsOf(turn, items),
    };
  },
};

const load: Intent = {
  name: "events.load",
  area: "calendar",
  phrases: [
    "how many hours (did i|do i|have i|will i) (spend|spent) in meetings [{when}]",
    "how much of {when} is [already] (booked|full|taken|gone)",
    "how much time (did i|have i|will i) (spend|spent) in meetings [{when}]",
    "(was|is) {when} (busy|full)",

    "how (busy|full) (am i|is my day|is my week|is my calendar|will i be) [{when}]",
    "how many (meetings|events|appointments|calls) (do i have|are there|are in my calendar) [{when}]",
    "how much (time|of my time) (do i spend|am i) in meetings [{when}]",
    "how many hours of meetings do i have [{when}]",
  ],
  example: "How busy am I this week?",
  async answer(turn, { when }) {
    const period = periodOf(turn, when ?? (/\bweek\b/i.test(turn.sentence) ? "this week" : undefined));
    const busy = (await eventsIn(turn, period)).filter(isBusy);
    const hours =
      busy.reduce((sum, { startTime, endTime }) => sum + (endTime.getTime() - startTime.getTime()), 0) /
      3_600_000;
    return {
      text: `You have ${plural(busy.length, "event")} ${period.name}, ${plural(Math.round(hours * 10) / 10, "hour")} altogether.`,
      cards: cardsOf(turn, busy),
    };
  },
};

export const calendarIntents: readonly Intent[] = [
  agenda,
  nextOne,
  createEvent,
  free,
  whenIs,
  eventsWith,
  load,
  moveEvent,
  cancelEvent,
];
