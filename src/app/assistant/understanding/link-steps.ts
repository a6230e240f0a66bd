import type { Turn } from "../intent.ts";
import type { Card } from "../model.ts";
import type { Roles } from "./act.ts";
import type { Framed } from "./answer-by-frame.ts";
import type { Reading } from "./understand-sentence.ts";

/** One request of a sentence, as it was understood. */
export type Step = { sentence: string; reading: Reading; answer: Framed; cards: readonly Card[] };

/** What may be said of something new right after it: by frame the role that it is. */
const DETAILS: Readonly<Record<string, Readonly<Record<string, keyof Roles & string>>>> = {
  "events.create": {
    ...{ "events.place": "place", "events.length": "duration", "events.rename": "title" },
    "events.move": "when",
  },
  "tasks.create": {
    ...{ "tasks.due": "when", "tasks.priority": "priority", "tasks.project": "project" },
  },
};

const POINTING = /^(?:it|that|this|them|the (?:event|meeting|task|one)|that one)$/i;

/** The request before with what is said of its new record: 'new task: call Jo, and make it urgent'. */
export function joinRequests({ reading: before }: Step, reading: Reading): { reading: Reading } | null {
  const role = DETAILS[before.frame]?.[reading.frame];
  const words = role && reading.roles[role];
  if (!role || !words || (reading.roles.item && !POINTING.test(reading.roles.item))) return null;
  return { reading: { ...before, roles: { ...before.roles, [role]: words } } };
}

const PRONOUN = /^(?:him|her|them|they|he|she|both|everyone|everybody|the(?:m)? all)$/i;
const WRITES = new Set(["messages.send", "emails.send", "emails.draft", "emails.reply", "calls.start"]);
/** 'Her mail' is the one of whom the request before names. */
const OF_PERSON = /^(?:her|his|their) (?:e-?mails?|mails?|messages?|notes?|invitation|meeting|task)$/i;

/** The request before this sentence, as if it were a step of it: none where it was not understood. */
export function stepBefore({ previousReading: before, previousCards: cards }: Turn): Step[] {
  if (!before) return [];
  const reading = { frame: before.frame, roles: before.roles, probability: 1, isCovered: false };
  return [{ sentence: "", reading, answer: { text: "", intent: before.frame, reading: null }, cards }];
}

/** The roles of a request with what only the requests before it name: whom, and what is to be written. */
export function contextFor(reading: Reading, before: readonly Step[]): Reading {
  const last = before.at(-1);
  if (!last) return reading;
  const { item } = reading.roles;
  if (item && OF_PERSON.test(item)) return withItemOf(reading, item, last);
  if (!WRITES.has(reading.frame)) return reading;
  const { person, text, ...roles } = reading.roles;
  const isBefore = last.sentence === "";
  // What was asked in an earlier sentence names nobody, unless this one points there.
  if (isBefore && (!person || !PRONOUN.test(person))) return reading;
  const whom = person && !PRONOUN.test(person) ? person : (personIn(last) ?? person);
  const isVague = !text || /^(?:it|that|this|so|about (?:it|that)|why)$/i.test(text);
  const words = isVague && !isBefore ? newsOf(last) : text;
  return { ...reading, roles: { ...roles, ...(whom && { person: whom }), ...(words && { text: words }) } };
}

/** What was just answered or shown, or else a mail of whom it was about. */
function withItemOf(reading: Reading, item: string, last: Step): Reading {
  const noun = item.replace(/^\w+ /, "");
  const name = personIn(last);
  const isShown =
    last.cards.filter(({ kind }) => kind === "email").length === 1 && /mail|message|note/i.test(noun);
  const words = isShown ? `that ${noun}` : name ? `the ${noun} from ${name}` : item;
  return { ...reading, roles: { ...reading.roles, item: words } };
}

const PEOPLE = new Set(["contact", "member", "conversation"]);
const NAMED = /\b(?:with|from|by|to|for) (\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?)/u;
const OWNER = /(?<![\p{L}-])(\p{Lu}[\p{L}-]+)['\u2019]s\b/u;

function personIn({ reading: { roles }, cards }: Step): string | undefined {
  if (roles.person) return roles.person;
  const [person, other] = cards.filter(({ kind }) => PEOPLE.has(kind));
  if (person && !other) return person.title;
  const words = [roles.item, ...cards.map(({ title }) => title)].filter((each) => each !== undefined);
  for (const each of words) {
    const [, name] = NAMED.exec(each) ?? OWNER.exec(each) ?? [];
    if (name) return name;
  }
  return undefined;
}

/** What the request changes, as news for somebody. */
function newsOf({ reading: { frame, roles }, cards }: Step): string | undefined {
  const [card] = cards;
  const name = card?.title ?? roles.title;
  if (!name) return undefined;
  const news: Readonly<Record<string, string>> = {
    "events.cancel": `'${name}' is cancelled`,
    "events.decline": `I cannot come to '${name}'`,
    "events.accept": `I am coming to '${name}'`,
    "events.move": `'${name}' is moved to ${roles.when}`,
    "events.create": `'${name}' is ${roles.when ?? "in the calendar"}`,
    "tasks.complete": `'${name}' is done`,
    "tasks.due": `'${name}' is due ${roles.when}`,
  };
  return news[frame];
}
