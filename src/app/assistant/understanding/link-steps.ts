import type { Turn } from "../intent.ts";
import type { Card } from "../model.ts";
import type { Framed, Roles } from "./act.ts";
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

/** The roles of a request with what only the requests before it name: whom, when, which, and what is to be written. */
export function contextFor(reading: Reading, before: readonly Step[]): Reading {
  const last = before.at(-1);
  if (!last) return reading;
  const { item } = reading.roles;
  if (item && OF_PERSON.test(item)) return withItemOf(reading, item, last);
  const timed = last.sentence === "" ? reading : withTitle(withTimeOf(reading, last), last);
  return WRITES.has(reading.frame) ? withNews(timed, last) : withPerson(timed, last);
}

/** The person whom a pronoun means, and what is written where that only points at what was just done. */
function withNews(reading: Reading, last: Step): Reading {
  const { person, text, ...roles } = reading.roles;
  const isBefore = last.sentence === "";
  // What was asked in an earlier sentence names nobody, unless this one points there.
  if (isBefore && (!person || !PRONOUN.test(person))) return reading;
  const whom = person && !PRONOUN.test(person) ? person : (personIn(last) ?? person);
  const words = isBefore ? text : newsIn(text, last);
  return { ...reading, roles: { ...roles, ...(whom && { person: whom }), ...(words && { text: words }) } };
}

const VAGUE =
  /^(?:it|that|this|so|about (?:it|that)|why|I did|(?:that )?I have|it(?:'s| is) done|a (?:chat )?message about (?:it|that))$/i;
const ABOUT_IT = /^(?:it|they|this|that)(?:'s|'re| is| are)\b/i;

function newsIn(text: string | undefined, last: Step): string | undefined {
  if (!text || VAGUE.test(text)) return newsOf(last) ?? text;
  const name = last.cards[0]?.title ?? last.reading.roles.title;
  return name ? text.replace(ABOUT_IT, (words) => `'${name}'${/re$/i.test(words) ? " are" : " is"}`) : text;
}

const withPerson = (reading: Reading, last: Step): Reading => {
  const { person } = reading.roles;
  const whom = person && PRONOUN.test(person) && last.sentence !== "" ? personIn(last) : undefined;
  return whom ? { ...reading, roles: { ...reading.roles, person: whom } } : reading;
};

const THEN = /\b(?:then|that (?:day|time)|the same (?:day|time))\b/i;

/** 'By then' and 'at 2 that day' are the time of the request before. */
function withTimeOf(reading: Reading, last: Step): Reading {
  const { when } = reading.roles;
  const before = last.reading.roles.when?.replace(/^(?:by|until|till?|on|at|for) /i, "");
  if (!when || !before || !THEN.test(when)) return reading;
  const bare = when.replace(/^(?:by|for|until|till?) (?=then\b)/i, "");
  return { ...reading, roles: { ...reading.roles, when: bare.replace(THEN, () => before) } };
}

/** 'Half an hour for it at two' is about what was just made. */
function withTitle(reading: Reading, last: Step): Reading {
  const { title, person } = reading.roles;
  const before = last.reading.roles.title;
  if (reading.frame !== "events.create" || title || person || !before) return reading;
  return { ...reading, roles: { ...reading.roles, title: before } };
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
const IS_TIME =
  /^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter)\b/;
const OWNER = /(?<![\p{L}-])(\p{Lu}[\p{L}-]+)['\u2019]s\b/u;

function personIn({ reading: { roles }, cards }: Step): string | undefined {
  if (roles.person) return roles.person;
  const [person, other] = cards.filter(({ kind }) => PEOPLE.has(kind));
  if (person && !other) return person.title;
  const words = [roles.item, ...cards.map(({ title }) => title)].filter((each) => each !== undefined);
  for (const each of words) {
    const [, name] = NAMED.exec(each) ?? OWNER.exec(each) ?? [];
    if (name && !IS_TIME.test(name)) return name;
  }
  return undefined;
}

/** What the request changes, as news for somebody; undefined where it has not the words for that. */
function newsOf({ reading: { frame, roles }, cards, answer }: Step): string | undefined {
  const { when, address, phone, workspace } = roles;
  const name = cards[0]?.title ?? roles.title ?? roles.item;
  const who = roles.person ?? name;
  const named = (text: string) => (name ? `'${name}' ${text}` : undefined);
  const news: Readonly<Record<string, string | undefined>> = {
    "events.cancel": named("is cancelled"),
    "events.decline": name && `I cannot come to '${name}'`,
    "events.accept": name && `I am coming to '${name}'`,
    "events.move": when && named(`is moved to ${when}`),
    "events.create": named(`is ${when ?? "in the calendar"}`),
    "tasks.complete": named("is done"),
    "tasks.due": when && named(`is due ${when}`),
    "tasks.create": name && `There is a new task: '${name}'`,
    "decisions.vote": name && `I voted on '${name}'`,
    "decisions.create": name && `There is a vote: '${name}'`,
    "documents.share": name && `I shared '${name}' with you`,
    "invitations.create":
      (address ?? roles.person) && `I invited ${address ?? roles.person} to ${workspace ?? "the workspace"}`,
    "invitations.resend": roles.person && `I sent ${roles.person} the invitation again`,
    "invitations.revoke": who && `The invitation of ${who} is withdrawn`,
    "contacts.change": who && (phone ?? address) && `${who} has a new number or address: ${phone ?? address}`,
    "contacts.create": who && (address ?? phone) && `The address of ${who} is ${address ?? phone}`,
  };
  return news[frame] ?? answer.proposed?.[0]?.summary;
}
