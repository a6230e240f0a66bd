import type { events } from "#features/calendar/calendar-events.ts";
import { plan } from "#features/planning/plan.ts";
import { formatClock } from "#platform/time/format-in-zone.ts";
import { eventCard, joinWords, plural } from "../../format-answer.ts";
import type { Answer, Turn } from "../../intent.ts";
import { type Act, asksFor } from "../act.ts";
import { findOne } from "../find-records.ts";
import { EVENT } from "../record-kinds.ts";
import { daysLeft } from "../times/days-left.ts";
import { beginOf } from "./events/begin-of.ts";
import { durationText } from "./events/duration-text.ts";
import { eventsBetween } from "./events/find-between.ts";
import { cardsOf, edge, eventsOf, list } from "./events/list-events.ts";

type Event = Awaited<ReturnType<typeof events.get>>;

/** Answers about one event. */
const about =
  (format: (event: Event, turn: Turn) => string): Act =>
  async (turn, { item }): Promise<Answer> => {
    const one = await findOne(turn, EVENT, item);
    if ("answer" in one) return one.answer;
    return { text: format(one.found, turn), cards: cardsOf(turn, [one.found]) };
  };

const minutesOf = ({ startTime, endTime }: Event) =>
  Math.round((endTime.getTime() - startTime.getTime()) / 60_000);

/** How long one event takes, or how long it is from one to another. */
const duration: Act = async (turn, roles) => {
  const two = await eventsBetween(turn, turn.sentence);
  if (!two) return about((event) => `'${event.title}' takes ${durationText(minutesOf(event))}.`)(turn, roles);
  const [one, other] = two;
  const minutes = Math.round((other.startTime.getTime() - one.endTime.getTime()) / 60_000);
  const times = `'${one.title}' ends at ${formatClock(one.endTime, turn.clock)} and '${other.title}' begins at ${formatClock(other.startTime, turn.clock)}`;
  return {
    text:
      minutes > 0
        ? `You have ${durationText(minutes)}: ${times}.`
        : `There is no time between them: ${times}.`,
    cards: cardsOf(turn, two),
  };
};

const count: Act = async (turn, roles) => {
  const when = roles.when ?? (roles.person || roles.topic ? undefined : "today");
  const listed = await eventsOf(turn, { ...roles, when });
  if (!listed) return asksFor(`When is '${roles.when}'?`);
  const whom = roles.person ? ` with ${roles.person}` : "";
  return {
    text: `You have ${plural(listed.found.length, "event")}${whom} ${listed.period.name}.`,
    cards: cardsOf(turn, listed.found),
  };
};

const conflicts: Act = async (turn, roles) => {
  const listed = await eventsOf(turn, { when: roles.when ?? "this week" });
  if (!listed) return asksFor(`When is '${roles.when}'?`);
  const timed = listed.found.filter(({ isAllDay }) => !isAllDay);
  const { items: blocks } = await turn.use(plan.blocks, {
    from: listed.period.from.toISOString(),
    to: listed.period.to.toISOString(),
  });
  const rides = new Map(
    blocks.map(({ eventId, reasons }) => [eventId, reasons.find(({ kind }) => kind === "ride")?.item]),
  );
  const isWorkOnRide = (one: Event, other: Event) =>
    rides.get(one.id) === `event:${other.id}` || rides.get(other.id) === `event:${one.id}`;
  const clashing = timed.filter((one) =>
    timed.some(
      (other) =>
        other.id !== one.id &&
        other.startTime < one.endTime &&
        one.startTime < other.endTime &&
        !isWorkOnRide(one, other),
    ),
  );
  return clashing.length === 0
    ? { text: `No, nothing clashes ${listed.period.name}.` }
    : { text: `Yes: ${plural(clashing.length, "event")} overlap.`, cards: cardsOf(turn, clashing) };
};

export const EVENT_QUESTIONS: Readonly<Record<string, Act>> = {
  "events.list": list,
  "events.first": edge("first"),
  "events.last": edge("last"),
  "events.when": about(
    (event, turn) =>
      `'${event.title}': ${eventCard(event, turn.clock).subtitle}${daysLeft(beginOf(event, turn), turn)}.`,
  ),
  "events.where": about(({ title, location }) =>
    location ? `'${title}' is at ${location}.` : `No place is entered for '${title}'.`,
  ),
  "events.who": about(({ title, attendees }) =>
    attendees.length > 0
      ? `'${title}' is with ${joinWords(attendees)}.`
      : `Nobody is entered as attending '${title}'.`,
  ),
  "events.duration": duration,
  "events.count": count,
  "events.conflicts": conflicts,
};
