import { formatClock, formatShortWeekdayAndDay } from "#platform/time/format-in-zone.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";
import { eventCard, plural } from "../../../format-answer.ts";
import type { Answer, Turn } from "../../../intent.ts";
import { type Act, asksFor, type Plan } from "../../act.ts";
import { findOne } from "../../find-records.ts";
import { EVENT, PROJECT } from "../../record-kinds.ts";
import { daysUntil } from "../../times/days-left.ts";
import { readTime } from "../../times/read-time.ts";
import { beginOf } from "./begin-of.ts";
import { changePlan } from "./change-event.ts";
import { durationText } from "./duration-text.ts";
import { nearestNamed } from "./find-between.ts";
import { busyIn, type Event } from "./find-gaps.ts";
import { cardsOf } from "./list-events.ts";
import { newTimes, timesFrom } from "./new-times.ts";
import { isOfOthers } from "./own-event.ts";
import { proposePlan } from "./propose-time.ts";

const MINUTE = 60_000;

/** The two events that are named, in the order of the words; a question where one of them has no time of day. */
async function bothNamed(turn: Turn, one: string | undefined, other: string | undefined, find: Find) {
  if (!one || !other) return asksFor("Which two events do you mean?");
  const first = await find(turn, one);
  if ("answer" in first) return first.answer;
  const second = await find(turn, other);
  if ("answer" in second) return second.answer;
  if (first.found.id === second.found.id) return asksFor(`'${first.found.title}' and which other event?`);
  const allDay = [first.found, second.found].find(({ isAllDay }) => isAllDay);
  if (allDay) return asksFor(`'${allDay.title}' is all day. Which two events do you mean?`);
  return [first.found, second.found] as const;
}

type Find = (turn: Turn, words: string) => Promise<{ found: Event } | { answer: Answer }>;

/** For a question the soonest is good enough. */
const nearest: Find = async (turn, words) => {
  const found = await nearestNamed(turn, words);
  return found ? { found } : { answer: asksFor(`Which event is '${words}'?`) };
};
/** For a change it has to be the one. */
const only: Find = (turn, words) => findOne({ ...turn, sentence: words }, EVENT, words);

/** The time from the end of one event to the beginning of the next. */
const gap: Act = async (turn, { item, other }) => {
  const two = await bothNamed(turn, item, other, nearest);
  if ("text" in two) return two;
  const [first, second] = [...two].sort((a, b) => a.startTime.getTime() - b.startTime.getTime()) as [
    Event,
    Event,
  ];
  const minutes = Math.round((second.startTime.getTime() - first.endTime.getTime()) / MINUTE);
  const isOneDay = startOfDay(first.endTime, turn.timeZone) >= startOfDay(second.startTime, turn.timeZone);
  const at = (time: Date) =>
    `${isOneDay ? "at" : `on ${formatShortWeekdayAndDay(time, turn.timeZone)} at`} ${formatClock(time, turn.clock)}`;
  const times = `'${first.title}' ends ${at(first.endTime)} and '${second.title}' begins ${at(second.startTime)}`;
  return {
    text:
      minutes > 0
        ? `You have ${durationText(minutes)}: ${times}.`
        : `No, there is no time between them: ${times}.`,
    cards: cardsOf(turn, [first, second]),
  };
};

const swap: Act = async (turn, { item, other }) => {
  const two = await bothNamed(turn, item, other, only);
  return "text" in two ? two : swapPlans(turn, ...two);
};

/** They exchange their times, and each keeps its length; who organizes an event decides about it. */
export function swapPlans(turn: Turn, one: Event, other: Event): Plan[] {
  const plan = (event: Event, from: Date) => {
    const times = timesFrom(from, event);
    return isOfOthers(turn, event) ? proposePlan(turn, event, times) : changePlan(turn, event, times);
  };
  return [plan(one, other.startTime), plan(other, one.startTime)];
}

/** What an event would overlap with at another time. Nothing is moved. */
const wouldClash: Act = async (turn, { item, when }) => {
  if (!when) return asksFor("At what time?");
  const found = item ? await nearestNamed(turn, item) : null;
  if (item && !found) return asksFor(`Which event is '${item}'?`);
  const times = found ? newTimes(turn, found, when) : null;
  const at = readTime(turn, when);
  const from = times ? new Date(times.startTime) : at?.at;
  if (!from) return asksFor(`When is '${when}'?`);
  const to = times ? new Date(times.endTime) : new Date(from.getTime() + 60 * MINUTE);
  const busy = (await busyIn(turn, { from, to, name: "" })).filter(
    ({ id, isAllDay, startTime, endTime }) =>
      id !== found?.id && !isAllDay && startTime < to && endTime > from,
  );
  const planned = { id: "", title: "", startTime: from, endTime: to, isAllDay: false, location: null };
  const moment = eventCard(planned, turn.clock).subtitle;
  return busy.length === 0
    ? { text: `No, nothing is in the way: ${moment}.` }
    : { text: `Yes, ${plural(busy.length, "event")}: ${moment}.`, cards: cardsOf(turn, busy) };
};

/** Days until an event, the end of a project or a day. */
const until: Act = async (turn, { item, when }) => {
  const target = await targetOf(turn, item, when);
  if ("text" in target) return target;
  const days = daysUntil(target.at, turn);
  const far = days === 0 ? "today" : days === 1 ? "tomorrow, in 1 day" : `in ${plural(days, "day")}`;
  return {
    text: `${target.name} is ${days < 0 ? `over, ${plural(-days, "day")} ago` : far}.`,
    cards: target.cards,
  };
};

async function targetOf(turn: Turn, item: string | undefined, when: string | undefined) {
  const event = item ? await findOne(turn, EVENT, item) : null;
  if (event && "found" in event)
    return {
      at: beginOf(event.found, turn),
      name: `'${event.found.title}' (${eventCard(event.found, turn.clock).subtitle})`,
      cards: cardsOf(turn, [event.found]),
    };
  const project = item ? await findOne(turn, PROJECT, item) : null;
  if (project && "found" in project && project.found.endDate)
    return {
      at: project.found.endDate,
      name: `The end of '${project.found.name}'`,
      cards: [PROJECT.cardOf(project.found, turn)],
    };
  const words = when ?? item;
  const at = words ? readTime(turn, words) : null;
  if (!at) return event && "answer" in event ? event.answer : asksFor("Until when?");
  return { at: at.at, name: `That (${words})`, cards: [] };
}

export const TWO_EVENTS: Readonly<Record<string, Act>> = {
  "events.gap": gap,
  "events.swap": swap,
  "events.wouldClash": wouldClash,
  "events.until": until,
};
