import { formatClock } from "#platform/time/format-in-zone.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";
import { eventCard, plural } from "../../../format-answer.ts";
import type { Turn } from "../../../intent.ts";
import { type Act, asksFor } from "../../act.ts";
import { findOne } from "../../find-records.ts";
import { EVENT, PROJECT } from "../../record-kinds.ts";
import { readTime } from "../../times/read-time.ts";
import { changePlan } from "./change-event.ts";
import { durationText } from "./duration-text.ts";
import { nearestNamed } from "./find-between.ts";
import { busyIn, type Event } from "./find-gaps.ts";
import { cardsOf } from "./list-events.ts";
import { newTimes, timesFrom } from "./new-times.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The two events that are named, in the order of the words. */
async function bothNamed(turn: Turn, one: string | undefined, other: string | undefined) {
  const first = one ? await nearestNamed(turn, one) : null;
  const second = other ? await nearestNamed(turn, other) : null;
  if (!first) return asksFor(one ? `Which event is '${one}'?` : "Which two events do you mean?");
  if (!second || first.id === second.id)
    return asksFor(other ? `Which event is '${other}'?` : `'${first.title}' and which other event?`);
  return [first, second] as const;
}

/** The time from the end of one event to the beginning of the next. */
const gap: Act = async (turn, { item, other }) => {
  const two = await bothNamed(turn, item, other);
  if ("text" in two) return two;
  const [first, second] = [...two].sort((a, b) => a.startTime.getTime() - b.startTime.getTime()) as [
    Event,
    Event,
  ];
  const minutes = Math.round((second.startTime.getTime() - first.endTime.getTime()) / MINUTE);
  const times = `'${first.title}' ends at ${formatClock(first.endTime, turn.clock)} and '${second.title}' begins at ${formatClock(second.startTime, turn.clock)}`;
  return {
    text:
      minutes > 0
        ? `You have ${durationText(minutes)}: ${times}.`
        : `No, there is no time between them: ${times}.`,
    cards: cardsOf(turn, [first, second]),
  };
};

/** They exchange their times; each keeps its length. */
const swap: Act = async (turn, { item, other }) => {
  const two = await bothNamed(turn, item, other);
  if ("text" in two) return two;
  const [one, second] = two;
  return [
    changePlan(turn, one, timesFrom(second.startTime, one)),
    changePlan(turn, second, timesFrom(one.startTime, second)),
  ];
};

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
  const from = startOfDay(turn.context.now, turn.timeZone).getTime();
  const days = Math.round((startOfDay(target.at, turn.timeZone).getTime() - from) / DAY);
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
      at: event.found.startTime,
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
