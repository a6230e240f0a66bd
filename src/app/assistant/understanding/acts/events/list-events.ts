import { eventCard, plural } from "../../../format-answer.ts";
import type { Answer, Turn } from "../../../intent.ts";
import { eventsIn } from "../../../intents/calendar.ts";
import type { Period } from "../../../phrases/parse-period.ts";
import { type Act, asksFor, type Roles } from "../../act.ts";
import { withoutExcepted } from "../../find-records.ts";
import { shareOf, stemsOf } from "../../match-words.ts";
import { findPeople, knownPeople } from "../../people/find-people.ts";
import type { KnownPerson } from "../../people/known-person.ts";
import { EVENT } from "../../record-kinds.ts";
import type { Event } from "./find-gaps.ts";
import { isUnanswered } from "./own-event.ts";
import { readWindow } from "./read-window.ts";

const DAY = 86_400_000;
const PAST = /\b(?:did|was|were|had|last (?:see|saw|met|time)|ago|past|previously)\b/i;

/** The time that the words name; without words the days from now on, or where the past is meant those before. */
async function periodOf(turn: Turn, when: string | undefined): Promise<Period | null> {
  if (when) return inPast(turn, await readWindow(turn, when));
  const now = turn.context.now.getTime();
  return PAST.test(turn.sentence)
    ? { from: new Date(now - 60 * DAY), to: new Date(now), name: "in the last 60 days" }
    : { from: new Date(now), to: new Date(now + 60 * DAY), name: "to come" };
}

const YEAR = 365 * DAY;

/** 'What did I have in October' is the last one. */
function inPast({ context, sentence }: Turn, period: Period | null): Period | null {
  const isLong = period && period.to.getTime() - period.from.getTime() > 20 * DAY;
  if (!isLong || !PAST.test(sentence) || period.from <= context.now) return period;
  return { ...period, from: yearBefore(period.from), to: yearBefore(period.to) };
}

const yearBefore = (at: Date) => new Date(at.getTime() - YEAR);

/** Whether a person takes part: by an address, or by the name in the title that nobody else whom one knows has. */
export function isWith(
  event: Event,
  { name, addresses }: KnownPerson,
  known: readonly KnownPerson[],
): boolean {
  const invited = [...event.attendees, ...(event.organizer ? [event.organizer] : [])].map((each) =>
    each.toLowerCase(),
  );
  if (addresses.some((address) => invited.some((each) => each.includes(address)))) return true;
  const title = event.title.toLowerCase();
  if (title.includes(name.toLowerCase())) return true;
  const [first = "", ...others] = name.toLowerCase().split(/\s+/);
  const words = event.title.split(/[^\p{L}\p{N}'-]+/u);
  const at = words.findIndex((word) => word.toLowerCase().replace(/['\u2019]s$/, "") === first);
  if (first.length < 2 || at < 0) return false;
  const next = words[at + 1];
  if (next && /^\p{Lu}/u.test(next) && !others.includes(next.toLowerCase())) return false;
  return known.filter((each) => each.name.toLowerCase().startsWith(`${first} `)).length <= 1;
}

const SMALL = /^(?:meet|event|appointment|the|my|a|any|with|us|me|and)$/;

async function ofPerson(turn: Turn, person: string, items: readonly Event[]): Promise<Event[]> {
  const many = await findPeople(turn, person, { isOpen: true });
  const words = stemsOf(person).filter((word) => !SMALL.test(word));
  const byWords = words.length > 0 ? items.filter((event) => shareOf(words, EVENT.textOf(event)) >= 0.6) : [];
  if ("answer" in many) return byWords;
  const known = await knownPeople(turn, "all", person);
  const isTogether = many.found.length > 1 && / and /i.test(person);
  return items.filter((event) => {
    const has = (each: KnownPerson) => isWith(event, each, known);
    return byWords.includes(event) || (isTogether ? many.found.every(has) : many.found.some(has));
  });
}

export type Listed = { period: Period; found: Event[] };

export async function eventsOf(turn: Turn, { when, person, topic }: Roles): Promise<Listed | null> {
  const period = await periodOf(turn, when);
  if (!period) return null;
  let found = await eventsIn(turn, period);
  if (person) found = await ofPerson(turn, person, found);
  const words = stemsOf(topic ?? "").filter((word) => !SMALL.test(word));
  if (words.length > 0)
    found = found.filter(
      (event) => shareOf(words, `${EVENT.textOf(event)} ${event.description ?? ""}`) >= 0.6,
    );
  return { period, found: withoutExcepted(turn, EVENT, found) };
}

export const cardsOf = (turn: Turn, found: readonly Event[]) =>
  found.slice(0, 12).map((event) => eventCard(event, turn.clock));

const INVITED = /\binvit(?:es?|ed|ations?)\b/i;
const PENDING =
  /\b(?:un-?answered|unanswerd|open|pending|neglected|neglecting|hanging|outstanding|waiting)\b|\b(?:answer|reply|respond|replied|answered|responded) (?:to )?yet\b/i;
const NOT = /\b(?:not|never|yet)\b|n't\b/i;
const ANSWER = /\b(?:answer|repl|respond|react)/i;
const isPending = (words: string): boolean => PENDING.test(words) || (NOT.test(words) && ANSWER.test(words));

/** Invitations of others that have no answer yet. */
export async function unansweredInvitations(turn: Turn): Promise<Answer> {
  const { now } = turn.context;
  const period = { from: now, to: new Date(now.getTime() + 180 * DAY), name: "" };
  const found = (await eventsIn(turn, period)).filter((event) => isUnanswered(turn, event));
  if (found.length === 0) return { text: "No, you have answered every invitation in your calendar." };
  const lines = found.slice(0, 12).map(({ title, organizer }) => `'${title}' from ${organizer}`);
  return {
    text: `You have not answered ${plural(found.length, "invitation")}:\n${lines.join("\n")}`,
    cards: cardsOf(turn, found),
    suggestions: ["accept the first", "decline the first"],
  };
}

export const list: Act = async (turn, roles) => {
  if (INVITED.test(turn.sentence) && isPending(turn.sentence)) return unansweredInvitations(turn);
  const when = roles.when ?? (roles.person || roles.topic ? undefined : "today");
  const listed = await eventsOf(turn, { ...roles, when });
  if (!listed) return asksFor(`When is '${roles.when}'?`);
  const { found, period } = listed;
  const whom = roles.person ? ` with ${roles.person}` : roles.topic ? ` about '${roles.topic}'` : "";
  if (found.length === 0)
    return {
      text: whom
        ? `No, nothing${whom} is in your calendar ${period.name}.`
        : `Nothing is in your calendar ${period.name}.`,
    };
  return {
    text: `You have ${plural(found.length, "event")}${whom} ${period.name}.`,
    cards: cardsOf(turn, found),
  };
};

export const edge =
  (which: "first" | "last"): Act =>
  async (turn, { when, person, topic }) => {
    const listed = await eventsOf(turn, { when: when ?? (person ? undefined : "today"), person, topic });
    if (!listed) return asksFor(`When is '${when}'?`);
    const timed = listed.found.filter(
      ({ isAllDay, startTime }) => !isAllDay && startTime >= listed.period.from,
    );
    const all = timed.length > 0 ? timed : listed.found;
    const event = which === "first" ? all[0] : all.at(-1);
    if (!event) return { text: `Nothing is in your calendar ${listed.period.name}.` };
    return {
      text: `'${event.title}': ${eventCard(event, turn.clock).subtitle}.`,
      cards: cardsOf(turn, [event]),
    };
  };
