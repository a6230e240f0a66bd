import type { events } from "#features/calendar/calendar-events.ts";
import { eventCard, joinWords, plural } from "../../format-answer.ts";
import type { Answer, Turn } from "../../intent.ts";
import { eventsIn } from "../../intents/calendar.ts";
import type { Period } from "../../phrases/parse-period.ts";
import { type Act, asksFor } from "../act.ts";
import { findOne, withoutExcepted } from "../find-records.ts";
import { shareOf, stemsOf } from "../match-words.ts";
import { readHour, readPeriod } from "../read-period.ts";
import { EVENT } from "../record-kinds.ts";

type Event = Awaited<ReturnType<typeof events.get>>;
const DAY = 86_400_000;

/** The days that the words name; without words those from now on. */
function periodOf(turn: Turn, when: string | undefined): Period | null {
  if (when) return readHour(turn, when) ?? readPeriod(turn, when);
  return { from: turn.context.now, to: new Date(turn.context.now.getTime() + 60 * DAY), name: "to come" };
}

async function eventsOf(
  turn: Turn,
  {
    when,
    person,
    topic,
  }: { when?: string | undefined; person?: string | undefined; topic?: string | undefined },
) {
  const period = periodOf(turn, when);
  if (!period) return null;
  const items = await eventsIn(turn, period);
  const words = stemsOf(`${person ?? ""} ${topic ?? ""}`).filter(
    (word) => !/^(meet|event|appointment|call|the|my|a|any|with)$/.test(word),
  );
  const found =
    words.length === 0 ? items : items.filter((event) => shareOf(words, EVENT.textOf(event)) >= 0.6);
  return { period, found: withoutExcepted(turn, EVENT, found) };
}

const cards = (turn: Turn, found: readonly Event[]) =>
  found.slice(0, 12).map((event) => eventCard(event, turn.clock));

const list: Act = async (turn, roles) => {
  const listed = await eventsOf(turn, {
    ...roles,
    when: roles.when ?? (roles.person || roles.topic ? undefined : "today"),
  });
  if (!listed) return asksFor(`When is '${roles.when}'?`);
  const { found, period } = listed;
  if (found.length === 0) return { text: `Nothing is in your calendar ${period.name}.` };
  return { text: `You have ${plural(found.length, "event")} ${period.name}.`, cards: cards(turn, found) };
};

const edge =
  (which: "first" | "last"): Act =>
  async (turn, { when }) => {
    const listed = await eventsOf(turn, { when: when ?? "today" });
    if (!listed) return asksFor(`When is '${when}'?`);
    const timed = listed.found.filter(({ isAllDay }) => !isAllDay);
    const event = which === "first" ? timed[0] : timed.at(-1);
    if (!event) return { text: `Nothing is in your calendar ${listed.period.name}.` };
    return {
      text: `'${event.title}': ${eventCard(event, turn.clock).subtitle}.`,
      cards: cards(turn, [event]),
    };
  };

/** Answers about one event. */
const about =
  (format: (event: Event, turn: Turn) => string): Act =>
  async (turn, { item }): Promise<Answer> => {
    const one = await findOne(turn, EVENT, item);
    if ("answer" in one) return one.answer;
    return { text: format(one.found, turn), cards: cards(turn, [one.found]) };
  };

const minutesOf = ({ startTime, endTime }: Event) =>
  Math.round((endTime.getTime() - startTime.getTime()) / 60_000);

export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && plural(hours, "hour"), rest > 0 && plural(rest, "minute")]
    .filter(Boolean)
    .join(" and ");
}

const count: Act = async (turn, roles) => {
  const listed = await eventsOf(turn, { ...roles, when: roles.when ?? "today" });
  if (!listed) return asksFor(`When is '${roles.when}'?`);
  return {
    text: `You have ${plural(listed.found.length, "event")} ${listed.period.name}.`,
    cards: cards(turn, listed.found),
  };
};

const conflicts: Act = async (turn, roles) => {
  const listed = await eventsOf(turn, { when: roles.when ?? "this week" });
  if (!listed) return asksFor(`When is '${roles.when}'?`);
  const timed = listed.found.filter(({ isAllDay }) => !isAllDay);
  const clashing = timed.filter((one) =>
    timed.some(
      (other) => other.id !== one.id && other.startTime < one.endTime && one.startTime < other.endTime,
    ),
  );
  return clashing.length === 0
    ? { text: `No, nothing clashes ${listed.period.name}.` }
    : { text: `Yes: ${plural(clashing.length, "event")} overlap.`, cards: cards(turn, clashing) };
};

export const EVENT_QUESTIONS: Readonly<Record<string, Act>> = {
  "events.list": list,
  "events.first": edge("first"),
  "events.last": edge("last"),
  "events.when": about((event, turn) => `'${event.title}': ${eventCard(event, turn.clock).subtitle}.`),
  "events.where": about(({ title, location }) =>
    location ? `'${title}' is at ${location}.` : `No place is entered for '${title}'.`,
  ),
  "events.who": about(({ title, attendees }) =>
    attendees.length > 0
      ? `'${title}' is with ${joinWords(attendees)}.`
      : `Nobody is entered as attending '${title}'.`,
  ),
  "events.duration": about((event) => `'${event.title}' takes ${durationText(minutesOf(event))}.`),
  "events.count": count,
  "events.conflicts": conflicts,
};
