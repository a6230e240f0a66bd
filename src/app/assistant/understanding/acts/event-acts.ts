import { events } from "#features/calendar/calendar-events.ts";
import { startOfDay, wallClock } from "#platform/time/wall-clock.ts";
import { eventCard, joinWords } from "../../format-answer.ts";
import type { Answer, Turn } from "../../intent.ts";
import { type Act, asksFor, planOf } from "../act.ts";
import { capital } from "../capital.ts";
import { findMany, findOne } from "../find-records.ts";
import { addressesOf } from "../people/find-addresses.ts";
import { readDuration } from "../read-duration.ts";
import { readTime } from "../read-time.ts";
import { EVENT } from "../record-kinds.ts";

type Event = Awaited<ReturnType<typeof events.get>>;
type Times = { startTime?: string; endTime?: string };
type Change = Times & { title?: string; location?: string; description?: string; attendees?: string[] };

/** Changes the one event that the words name. */
async function change(
  turn: Turn,
  item: string | undefined,
  fieldsOf: (event: Event) => Change | Answer | Promise<Change | Answer>,
) {
  const one = await findOne(turn, EVENT, item);
  if ("answer" in one) return one.answer;
  const { id, version, title } = one.found;
  const fields = await fieldsOf(one.found);
  if ("text" in fields) return fields;
  const input = { id, version, scope: "this" as const, timeZone: turn.timeZone, ...fields };
  return planOf(events.update, input, {
    order: `Change '${title}': ${describe(turn, one.found, fields)}`,
    cards: [eventCard(one.found, turn.clock)],
  });
}

function describe(turn: Turn, event: Event, { startTime, endTime, ...others }: Change): string {
  const texts = Object.values(others).map((value) => (Array.isArray(value) ? joinWords(value) : value));
  if (!startTime && !endTime) return texts.join(", ");
  const start = startTime ? new Date(startTime) : event.startTime;
  const length = event.endTime.getTime() - event.startTime.getTime();
  const end = endTime ? new Date(endTime) : new Date(start.getTime() + length);
  return eventCard({ ...event, startTime: start, endTime: end, location: null }, turn.clock).subtitle ?? "";
}

/** What has a time of day. */
const MEETS =
  /\b(?:meeting|call|lunch|dinner|breakfast|coffee|drinks|interview|chat|sync|review|appointment)\b/i;

const create: Act = async (turn, { title, when, duration, place, person }) => {
  const subject = title ?? (person ? `Meeting with ${person}` : undefined);
  if (!subject) return asksFor("What is it about?");
  const start = when ? readTime(turn, when) : null;
  if (!start) return asksFor(when ? `When is '${when}'?` : "When is it?");
  const isNamed = person && title && !title.toLowerCase().includes(person.toLowerCase());
  if (!start.hasTime && MEETS.test(subject)) return asksFor("At what time?");
  const minutes = readDuration(duration ?? "") ?? 60;
  const end = start.hasTime
    ? new Date(start.at.getTime() + minutes * 60_000)
    : startOfDay(start.at, turn.timeZone, 1);
  const input = {
    title: capital(isNamed ? `${subject} with ${person}` : subject),
    startTime: start.at.toISOString(),
    endTime: end.toISOString(),
    isAllDay: !start.hasTime,
    ...(place ? { location: place } : {}),
    timeZone: turn.timeZone,
    createdFrom: { quote: turn.sentence.slice(0, 1000), reason: "You asked the assistant for it" },
  };
  const planned = { id: "", ...input, location: null, startTime: start.at, endTime: end };
  // Whole days are the same in all zones: they are written in UTC.
  if (!start.hasTime) planned.startTime = utcDayOf(start.at, turn.timeZone);
  return planOf(events.create, input, {
    order: `Create '${input.title}': ${eventCard(planned, turn.clock).subtitle}`,
    isGuess: start.isGuess,
    answer: (event) => ({
      text: `'${event.title}' is in your calendar: ${eventCard(event, turn.clock).subtitle}.`,
      cards: [eventCard(event, turn.clock)],
      suggestions: ["undo"],
    }),
  });
};

function utcDayOf(at: Date, timeZone: string): Date {
  const { year, month, day } = wallClock(at, timeZone);
  return new Date(Date.UTC(year, month - 1, day));
}

const move: Act = (turn, { item, when }) =>
  change(turn, item, ({ startTime, endTime }) => {
    if (!when) return asksFor("To when?");
    const moment = readTime(turn, when, startTime);
    if (!moment) return asksFor(`When is '${when}'?`);
    const end = moment.at.getTime() + endTime.getTime() - startTime.getTime();
    return { startTime: moment.at.toISOString(), endTime: new Date(end).toISOString() };
  });

/** 1 where the words around a duration make something longer by it, -1 shorter by it, 0 as long as it. */
function directionOf(sentence: string, duration: string): -1 | 0 | 1 {
  const at = sentence.indexOf(duration);
  const before = sentence.slice(0, at);
  const after = sentence.slice(at + duration.length);
  const isDifference =
    /\b(?:by|another|extra|additional|add|plus|off) (?:an? )?$/i.test(before) ||
    /^ (?:more|longer|extra|shorter|less|off|earlier|later)\b/i.test(after);
  if (!isDifference) return 0;
  return /\b(?:shorten|cut|trim|lop|shave|knock)/i.test(before) ||
    /^ (?:shorter|less|off|earlier)\b/i.test(after)
    ? -1
    : 1;
}

const lengthen: Act = (turn, { item, duration, when }) =>
  change(turn, item, ({ startTime, endTime }) => {
    const minutes = readDuration(duration ?? "");
    if (when && !minutes) {
      const end = readTime(turn, when, endTime);
      return end ? { endTime: end.at.toISOString() } : asksFor(`When is '${when}'?`);
    }
    if (!minutes) return asksFor("How long shall it be?");
    const direction = directionOf(turn.sentence, duration ?? "");
    const from = direction === 0 ? startTime : endTime;
    return { endTime: new Date(from.getTime() + (direction || 1) * minutes * 60_000).toISOString() };
  });

const invite: Act = (turn, { item, person }) =>
  change(turn, item, async ({ attendees }) => {
    if (!person) return asksFor("Whom shall I add?");
    const added = await addressesOf(turn, person);
    if ("answer" in added) return added.answer;
    return { attendees: [...new Set([...attendees, ...added.addresses])] };
  });

const uninvite: Act = (turn, { item, person }) =>
  change(turn, item, async ({ attendees }) => {
    if (!person) return asksFor("Whom shall I remove?");
    const one = await addressesOf(turn, person);
    if ("answer" in one) return one.answer;
    const isNamed = (line: string) =>
      one.addresses.some((each) => line.toLowerCase().includes(each.toLowerCase()));
    const left = attendees.filter((each) => !isNamed(each));
    return left.length < attendees.length
      ? { attendees: left }
      : asksFor(`${person} is not among those invited.`);
  });

const cancel: Act = async (turn, { item }) => {
  const many = await findMany(turn, EVENT, item);
  if ("answer" in many) return many.answer;
  return many.found.map((event) => {
    const card = eventCard(event, turn.clock);
    const input = event.seriesId ? { id: event.id, scope: "this" as const } : { id: event.id };
    return planOf(events.delete, input, {
      order: `Move the event '${event.title}' (${card.subtitle}) to the trash`,
      cards: [card],
    });
  });
};

/** An invitation of somebody else is answered; for an event of one's own a refusal means that it is cancelled. */
const answerInvitation =
  (reply: "accepted" | "tentative" | "declined"): Act =>
  async (turn, roles) => {
    const one = await findOne(turn, EVENT, roles.item);
    if ("answer" in one) return one.answer;
    const { id, title, organizer } = one.found;
    if (!organizer)
      return reply === "declined"
        ? cancel(turn, roles)
        : asksFor(`'${title}' is your own event: there is no invitation to answer.`);
    return {
      text: `Shall I answer the invitation to '${title}'? The organizer is notified.`,
      cards: [eventCard(one.found, turn.clock)],
      proposed: [
        {
          capability: "eventInvitations.answer",
          input: { eventId: id, answer: reply },
          summary: `Answer the invitation to '${title}': ${reply}`,
        },
      ],
    };
  };

const titled: Act = (turn, { item, title }) =>
  change(turn, item, () => (title ? { title: capital(title) } : asksFor("What shall it be called?")));

const placed: Act = (turn, { item, place }) =>
  change(turn, item, () => (place ? { location: place } : asksFor("Where is it?")));

const described: Act = (turn, { item, text }) =>
  change(turn, item, ({ description }) =>
    text ? { description: [description, text].filter(Boolean).join("\n") } : asksFor("What shall I note?"),
  );

export const EVENT_ACTS: Readonly<Record<string, Act>> = {
  "events.create": create,
  "events.move": move,
  "events.length": lengthen,
  "events.rename": titled,
  "events.place": placed,
  "events.describe": described,
  "events.invite": invite,
  "events.uninvite": uninvite,
  "events.cancel": cancel,
  "events.accept": answerInvitation("accepted"),
  "events.decline": answerInvitation("declined"),
  "events.maybe": answerInvitation("tentative"),
};
