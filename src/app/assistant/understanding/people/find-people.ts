import { conversations } from "#features/communication/conversations.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { members } from "#features/team/members.ts";
import type { Answer, Turn } from "../../intent.ts";
import type { Card } from "../../model.ts";
import { asksFor } from "../act.ts";
import { namesIn } from "../match-words.ts";
import { readMention } from "../read-mention.ts";
import type { Circle, Contact, KnownPerson } from "./known-person.ts";
import { namesWithin } from "./names-within.ts";
import { expandGroup, leftOut } from "./people-groups.ts";
import { ofCard, personOfCard } from "./person-of-card.ts";
import { personLikeness, personWords } from "./person-words.ts";

type Found<T> = { found: T } | { answer: Answer };
type Options = {
  /** Among whom: contacts, people with an account here, or both. */
  among?: Circle;
  /** What was picked after a question, such as 'the second'. */
  pick?: string | undefined;
  /** What is asked where nobody is named. */
  question?: string;
  /** For questions: all who could be meant are found. */
  isOpen?: boolean;
};

const LIMIT = 200;
const MAX_SHOWN = 6;

/** The one person that the words name; an answer that asks where nobody or several could be meant. */
export async function findPerson(
  turn: Turn,
  words: string | undefined,
  options: Options = {},
): Promise<Found<KnownPerson>> {
  const many = await findPeople(turn, words, options);
  if ("answer" in many) return many;
  const [only, second] = many.found;
  if (only && !second) return { found: only };
  return { answer: whoOf(words ?? "", many.found, options) };
}

/** All whom the words name: 'Ann', 'Bob and Clara', 'both Marias', 'everyone in Product', 'her'. */
export async function findPeople(
  turn: Turn,
  words: string | undefined,
  options: Options = {},
): Promise<Found<KnownPerson[]>> {
  const known = await knownPeople(turn, options.among ?? "all", words);
  const picked = options.pick ? pickedPerson(turn, known, options.pick) : null;
  if (picked) return { found: [picked] };
  if (!words) return inSentence(turn, known, options);
  if (PRONOUN.test(words.trim())) return shownBefore(turn, known, words, options);
  const group = await expandGroup(turn, words);
  if (group)
    return {
      found: leftOut(
        turn,
        known.filter(({ userId }) => userId && group.has(userId)),
        nameMatches,
      ),
    };
  const named = eachNamed(turn, known, words, options);
  return "found" in named && named.found.length > 1
    ? { found: leftOut(turn, named.found, nameMatches) }
    : named;
}

function eachNamed(
  turn: Turn,
  known: readonly KnownPerson[],
  words: string,
  options: Options,
): Found<KnownPerson[]> {
  const parts = namesIn(words).filter((part) => !/^(?:me|myself|i)$/i.test(part));
  const found: KnownPerson[] = [];
  const missing: string[] = [];
  for (const part of parts) {
    const matches = matchesOf(known, part);
    const { named } = matches.length === 0 ? namesWithin(known, part, turn.sentence) : { named: [] };
    if (matches.length === 0 && named.length === 0) missing.push(part);
    for (const each of matches.length > 0 ? [matches] : named)
      if (each.length === 1 || options.isOpen || isPlural(part, each)) found.push(...each);
      else return { answer: whoOf(part, each, options) };
  }
  const [unknown] = missing;
  if (unknown && (found.length === 0 || isName(unknown))) return { answer: nobody(unknown, options) };
  return found.length > 0 ? { found: [...new Set(found)] } : { answer: nobody(words, options) };
}

/** One more who is named, but not known, is never left out silently. */
const isName = (words: string) => /^\p{Lu}|@|^[^ ]+$/u.test(words);

/** The person whose name the sentence has, or the one who was shown last where it has 'her'. */
function inSentence(
  turn: Turn,
  known: readonly KnownPerson[],
  options: Options,
): Found<KnownPerson[]> | Promise<Found<KnownPerson[]>> {
  const { named } = namesWithin(known, turn.sentence, turn.sentence);
  const [only, second] = named;
  const question = asksFor(options.question ?? "Whom do you mean?");
  if (!only) {
    const [pronoun] = /\b(?:him|her|his|them|their)\b/i.exec(turn.sentence) ?? [];
    return pronoun ? shownBefore(turn, known, pronoun, options) : { answer: question };
  }
  if (second && !options.isOpen) return { answer: question };
  return only.length === 1 || options.isOpen
    ? { found: named.flat() }
    : { answer: whoOf(turn.sentence, only, options) };
}

/** 'Both Marias', 'all the Marias'. */
const isPlural = (words: string, matches: readonly KnownPerson[]) =>
  /^(?:both|all|every|each)\b/i.test(words) && (!/^both\b/i.test(words) || matches.length === 2);

/** Those whom the words fit best; none where they fit nobody. */
export function matchesOf(known: readonly KnownPerson[], words: string): KnownPerson[] {
  const address = /(?<![^\s<>@])[^\s<>@]+@[^\s<>@]+/.exec(words)?.[0].toLowerCase();
  if (address) {
    const holders = known.filter(({ addresses }) => addresses.includes(address));
    return holders.length > 0 ? holders : [outsider(address)];
  }
  return nameMatches(known, words);
}

function nameMatches(known: readonly KnownPerson[], words: string): KnownPerson[] {
  const asked = personWords(words);
  const rated = known
    .map((person) => ({ person, share: personLikeness(asked, textOf(person)) }))
    .filter(({ share }) => share > 0);
  const best = Math.max(0, ...rated.map(({ share }) => share));
  return rated.filter(({ share }) => share >= best - 0.05).map(({ person }) => person);
}

const textOf = ({ name, addresses, contact }: KnownPerson) => ({
  name,
  addresses,
  about: [contact?.organization, contact?.relationship, contact?.note].filter(
    (text) => typeof text === "string",
  ),
});

const outsider = (address: string): KnownPerson => ({
  ...{ name: address, userId: null, addresses: [address], contact: null, member: null },
});

/** Everybody among whom somebody is found, without the person. */
export async function knownPeople(turn: Turn, among: Circle, words?: string): Promise<KnownPerson[]> {
  const me = turn.context.actor.userId;
  const people: KnownPerson[] = [];
  if (among !== "accounts") people.push(...(await contactsFor(turn, words)).map(asContact));
  if (among !== "contacts") {
    const { items } = await turn.use(members.list, { limit: LIMIT });
    for (const member of items)
      join(people, {
        ...outsider(member.email.toLowerCase()),
        name: member.fullName,
        userId: member.userId,
        member,
      });
    const { people: others } = await turn.use(conversations.reachable, { limit: LIMIT });
    for (const { userId, fullName } of others)
      join(people, { name: fullName, userId, addresses: [], contact: null, member: null });
  }
  return people.filter(({ userId }) => userId !== me);
}

/** The first contacts by name; of more than a page also what has one of the words. */
async function contactsFor(turn: Turn, words: string | undefined): Promise<Contact[]> {
  const { items, nextCursor } = await turn.use(contacts.list, { limit: LIMIT });
  if (!nextCursor || !words) return items;
  const { core, more } = personWords(words);
  for (const text of [...core, ...more].slice(0, 6))
    items.push(...(await turn.use(contacts.list, { text, limit: LIMIT })).items);
  return [...new Map(items.map((contact) => [contact.id, contact])).values()];
}

export const asContact = (contact: Contact): KnownPerson => ({
  name: contact.contactName,
  userId: contact.accountId,
  addresses: [contact.contactEmail, ...contact.otherEmails].flatMap((email) => email?.toLowerCase() ?? []),
  contact,
  member: null,
});

/** Adds what is known by an account to the contact of the same person. */
function join(people: KnownPerson[], person: KnownPerson): void {
  const [address = ""] = person.addresses;
  const same = people.find(
    ({ userId, addresses }) =>
      (userId && userId === person.userId) || (address && addresses.includes(address)),
  );
  if (!same) people.push(person);
  else Object.assign(same, { userId: person.userId, member: person.member ?? same.member });
}

const PRONOUN =
  /^(?:to |with )?(?:him|her|he|she|his|hers|them|they|their|it|that|this|(?:that|this|the same) (?:one|person|guy|woman|man|contact)|those|these|both|both of them|all of them)$/i;

/** Whom 'her' and 'them' mean: the people whose cards were shown last. */
async function shownBefore(
  turn: Turn,
  known: readonly KnownPerson[],
  words: string,
  options: Options,
): Promise<Found<KnownPerson[]>> {
  const shown: KnownPerson[] = [];
  for (const card of turn.previousCards) {
    const person = await personOfCard(turn, known, card);
    if (person && !shown.includes(person)) shown.push(person);
  }
  const isSeveral = /^(?:to |with )?(?:them|they|their|those|these|both|all)/i.test(words);
  if (shown.length === 1 || (shown.length > 1 && isSeveral)) return { found: shown };
  const text = options.question ?? `Whom do you mean by '${words}'?`;
  const cards = shown.slice(0, MAX_SHOWN).map((person) => personCard(person, options.among));
  return { answer: { ...asksFor(text), ...(cards.length > 0 && { cards }) } };
}

/** 'The second' of the people who were shown; null for other words. */
function pickedPerson(turn: Turn, known: readonly KnownPerson[], pick: string): KnownPerson | null {
  const { place, isPointing } = readMention(pick, new Set(), {
    now: turn.context.now,
    timeZone: turn.timeZone,
  });
  const shown = turn.previousCards.flatMap((card) => ofCard(known, card) ?? []);
  if (place !== null) return shown.at(place) ?? null;
  return isPointing && shown.length === 1 ? (shown[0] ?? null) : null;
}

const nobody = (words: string, { among = "all" }: Options): Answer => ({
  text: `${NOBODY[among]} '${words.replace(/['\u2019]s$/, "")}'. Whom do you mean?`,
  isQuestion: true,
});
const NOBODY: Record<Circle, string> = {
  contacts: "None of your contacts is called",
  accounts: "Nobody whom you can reach here is called",
  all: "I know nobody called",
};

const whoOf = (words: string, found: readonly KnownPerson[], { among }: Options): Answer => ({
  text: `Who is meant by '${words}'?`,
  cards: found.slice(0, MAX_SHOWN).map((person) => personCard(person, among)),
  isQuestion: true,
  suggestions: ["the first", "the second"],
});

/** A person as a contact, or as a colleague where there is no contact, or only accounts count. */
export function personCard({ name, userId, addresses, contact }: KnownPerson, among: Circle = "all"): Card {
  if (contact && (among !== "accounts" || !userId)) return contactCard(contact);
  const [address = null] = addresses;
  return { kind: "member", id: userId ?? name, title: name, subtitle: address, href: "/team" };
}

const contactCard = ({ id, contactName, contactEmail, contactPhone, organization }: Contact): Card => ({
  kind: "contact",
  id,
  title: contactName,
  subtitle: [contactEmail, contactPhone, organization].filter(Boolean).join(", ") || null,
  href: `/communication?contact=${id}`,
});
