import { events } from "#features/calendar/calendar-events.ts";
import { startOfDay, wallClock } from "#platform/time/wall-clock.ts";
import { eventCard, joinWords } from "../../../format-answer.ts";
import type { Answer, Turn } from "../../../intent.ts";
import { type Act, asksFor, planOf, type Roles } from "../../act.ts";
import { findOne } from "../../find-records.ts";
import { addressesOf } from "../../people/find-addresses.ts";
import { findPeople } from "../../people/find-people.ts";
import type { KnownPerson } from "../../people/known-person.ts";
import { EVENT } from "../../record-kinds.ts";
import { readDuration } from "../../times/read-duration.ts";
import { readTime } from "../../times/read-time.ts";
import { MEETS, titleFrom } from "./event-title.ts";
import { CLOCK, readRange } from "./read-range.ts";
import { readRepeat, withoutRepeat } from "./read-repeat.ts";
import { dayIn } from "./read-window.ts";

type Times = { from: Date; to: Date; isAllDay: boolean; isGuess: boolean };

const MINUTE = 60_000;
const ALL_DAY = /\b(?:all|whole|entire|full)[- ]day\b|\bday off\b/i;
const INVITES =
  /\binvit(?:e|es|ing|ations?)\b|\bguests?\b|\battendees?\b|\binvites?\b|\b(?:his|her|their) calend[ae]r\b|\bsend (?:him|her|them) (?:an?|the) (?:invite|entry)\b/i;
const NEAR = /\b(before|ahead of|after|following) (?:the |my |our )?(\S.*)$/i;
const STARTS =
  /\b(?:beginning|starting|first (?:one|time)|as of|from)(?: on)?,? (?:this coming |the )?([^,.?!]{3,40})/i;
const AT_CLOCK = new RegExp(
  `\\bat ${CLOCK}(?!\\w)|\\b${CLOCK} ?(?:[ap]\\.?m\\b|o'?clock)|\\bat (?:noon|midday)|\\b\\d{1,2}:\\d\\d\\b`,
  "i",
);

/** Right before or after an event: 'the half hour before the board meeting'. */
async function nearEvent(turn: Turn, words: string, minutes: number): Promise<Times | Answer | null> {
  const [, side = "", name = ""] = NEAR.exec(words) ?? [];
  if (!name || readTime(turn, name)?.hasTime) return null;
  const one = await findOne({ ...turn, sentence: name }, EVENT, name);
  if ("answer" in one) return one.answer.lacks === "record" ? null : one.answer;
  const { startTime, endTime, isAllDay } = one.found;
  if (isAllDay) return null;
  const from = /after|following/i.test(side) ? endTime : new Date(startTime.getTime() - minutes * MINUTE);
  return { from, to: new Date(from.getTime() + minutes * MINUTE), isAllDay: false, isGuess: false };
}

async function timesOf(turn: Turn, { when, duration }: Roles, subject: string): Promise<Times | Answer> {
  const minutes = readDuration(duration ?? "");
  const words = withoutRepeat(when ?? "");
  for (const text of [words, turn.sentence]) {
    const near = text ? await nearEvent(turn, text, minutes ?? readDuration(text) ?? 60) : null;
    if (near) return near;
  }
  const range = rangeIn(turn, words) ?? (words ? rangeIn(turn, turn.sentence, words) : null);
  if (range && !readDuration(words)) return range;
  const start = words ? readTime(turn, words) : null;
  if (!start) return asksFor(when ? `When is '${when}'?` : "When is it?");
  let { at, hasTime } = start;
  const clock = hasTime || ALL_DAY.test(turn.sentence) ? null : AT_CLOCK.exec(turn.sentence)?.[0];
  const timed = clock ? readTime(turn, clock.startsWith("at") ? clock : `at ${clock}`, at) : null;
  if (timed?.hasTime) ({ at, hasTime } = timed);
  const isGuess = start.isGuess || timed !== null;
  if (hasTime && !(ALL_DAY.test(turn.sentence) && !minutes && !AT_CLOCK.test(turn.sentence))) {
    const length = (minutes ?? 60) * MINUTE;
    return { from: at, to: new Date(at.getTime() + length), isAllDay: false, isGuess };
  }
  if (MEETS.test(subject) && !ALL_DAY.test(turn.sentence)) return asksFor("At what time?");
  const from = startOfDay(at, turn.timeZone);
  return { from, to: startOfDay(at, turn.timeZone, 1), isAllDay: true, isGuess };
}

/** 'From four to six' on the day that the words around it name. */
function rangeIn(turn: Turn, words: string, dayWords?: string): Times | null {
  const found = readRange(turn, words, turn.context.now);
  if (!found) return null;
  const day = dayIn(turn, dayWords ?? found.rest) ?? dayIn(turn, found.rest);
  if (dayWords && !day) return null;
  const { from, to } = readRange(turn, words, day ?? turn.context.now) ?? found;
  const isPast = to <= turn.context.now;
  return { from, to, isAllDay: false, isGuess: isPast || (!day && found.rest !== "") };
}

type People = { names: string[]; attendees: string[] };

/** Who comes, and the addresses of those who shall be invited; an answer where two people have the name. */
async function peopleOf(turn: Turn, { person, item }: Roles): Promise<People | Answer> {
  if (!person) return { names: [], attendees: [] };
  const wantsInvitation = INVITES.test(turn.sentence);
  const many = await findPeople(turn, person, { pick: item });
  if ("answer" in many && (many.answer.cards || (wantsInvitation && !/@/.test(person)))) return many.answer;
  const found: KnownPerson[] = "found" in many ? many.found : [];
  const isPronoun = /^(?:her|him|them|she|he|they|both)$/i.test(person);
  const picked = item !== undefined && found.length === 1;
  const names = isPronoun || picked ? found.map(({ name }) => name) : [];
  if (!wantsInvitation) return { names, attendees: [] };
  const to = await addressesOf(turn, person, item);
  return "answer" in to ? to.answer : { names, attendees: to.addresses };
}

/** A repeated event as of its first day. */
function firstWords(turn: Turn, when: string | undefined): string | undefined {
  const [, start = ""] = STARTS.exec(turn.sentence) ?? [];
  const day = start ? dayIn(turn, start.trim()) : null;
  if (!day) return when;
  const { year, month, day: date } = wallClock(day, turn.timeZone);
  const two = (part: number) => String(part).padStart(2, "0");
  const clock = AT_CLOCK.exec(turn.sentence)?.[0] ?? /\bat \w+/i.exec(when ?? "")?.[0] ?? "";
  const at = clock === "" || clock.startsWith("at") ? clock : `at ${clock}`;
  return `${year}-${two(month)}-${two(date)} ${at}`.trim();
}

/** Of 'put Maria in for four' two people may be meant. */
async function nameMeant(turn: Turn, title: string): Promise<Answer | null> {
  if (/\s/.test(title.trim())) return null;
  const many = await findPeople(turn, title);
  return "answer" in many && many.answer.cards ? many.answer : null;
}

export const create: Act = async (turn, roles) => {
  const people = await peopleOf(turn, roles);
  if ("text" in people) return people;
  const title = titleFrom(roles, people.names, turn.sentence);
  if (!title) return asksFor("What is it about?");
  const unclear = roles.person ? null : await nameMeant(turn, title);
  if (unclear) return unclear;
  const repeat = readRepeat(turn.sentence);
  if (repeat === "unclear")
    return asksFor("How shall it repeat: every day, every week, every month or every year?");
  const when = repeat ? firstWords(turn, roles.when) : roles.when;
  const times = await timesOf(turn, { ...roles, when }, title);
  if ("text" in times) return times;
  const input = {
    title: title.slice(0, 200),
    startTime: times.from.toISOString(),
    endTime: times.to.toISOString(),
    isAllDay: times.isAllDay,
    ...(roles.place && { location: roles.place }),
    ...(people.attendees.length > 0 && { attendees: people.attendees }),
    ...(repeat && { rrule: repeat.rule, zone: turn.timeZone }),
    timeZone: turn.timeZone,
    createdFrom: { quote: turn.sentence.slice(0, 1000), reason: "You asked the assistant for it" },
  };
  const planned = { id: "", ...input, location: null, startTime: times.from, endTime: times.to };
  // Whole days are the same in all zones: they are written in UTC.
  if (times.isAllDay) planned.startTime = utcDayOf(times.from, turn.timeZone);
  const more = [
    repeat && `, ${repeat.words}`,
    people.attendees.length > 0 && `, inviting ${joinWords(people.attendees)}`,
  ];
  return planOf(events.create, input, {
    order: `Create '${input.title}': ${eventCard(planned, turn.clock).subtitle}${more.filter(Boolean).join("")}`,
    isGuess: times.isGuess || repeat !== null || people.attendees.length > 0 || !roles.title,
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
