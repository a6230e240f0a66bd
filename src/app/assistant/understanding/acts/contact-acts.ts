import { contacts } from "#features/contacts/contacts.ts";
import { findInContent } from "../../content/answer-content.ts";
import { joinWords, plural } from "../../format-answer.ts";
import type { Answer, Turn } from "../../intent.ts";
import { type Act, asksFor, planOf, type Roles } from "../act.ts";
import { capital } from "../capital.ts";
import {
  asContact,
  findPeople,
  findPerson,
  knownPeople,
  matchesOf,
  personCard,
} from "../people/find-people.ts";
import type { Contact, KnownPerson } from "../people/known-person.ts";

const EMAIL = /(?<![^\s<>,;@])[^\s<>,;@]+@[^\s<>,;@]+/u;
const PHONE = /(?<![\p{L}\d])\+?\(?\d[\d ()/.-]{5,24}/u;

const emailIn = (text: string) => EMAIL.exec(text)?.[0];
const phoneIn = (text: string) => {
  const found = PHONE.exec(text.replace(EMAIL, " "))?.[0].replace(/(?<!\D)\D+$/, "");
  return found && found.replaceAll(/\D/g, "").length >= 6 ? found.trim() : undefined;
};

const names = (people: readonly KnownPerson[]) => joinWords(people.map(({ name }) => name));

/** The contact that is meant; a colleague who is no contact is none. */
async function contactOf(turn: Turn, { person, item }: Roles) {
  const one = await findPerson(turn, person, { among: "contacts", pick: item });
  if ("answer" in one) return one;
  const { contact } = one.found;
  return contact ? { found: contact } : { answer: noContact(one.found) };
}

const noContact = ({ name }: KnownPerson): Answer => asksFor(`'${name}' is not one of your contacts.`);

const cardsOf = (found: readonly Contact[]) => found.map((contact) => personCard(asContact(contact)));

/** What is called wrong or new is changed; everything else is only asked for. */
const CHANGES =
  /\b(?:new|changed?|update|wrong|fix|replace|edit|correct|different|moved|now|instead|no longer|rename|set|note|switch)/i;
const NEW_NAME =
  /\b(?:is|be|to|called|named|he's|she's|they're) (\p{Lu}[\p{L}'\u2019-]+ \p{Lu}[\p{L}'\u2019-]+)/iu;

const change: Act = async (turn, roles) => {
  const one = await contactOf(turn, roles);
  if ("answer" in one) return one.answer;
  const { id, version, contactName } = one.found;
  const contactEmail = emailIn(roles.address ?? "") ?? emailIn(turn.sentence);
  const contactPhone = phoneIn(roles.phone ?? "") ?? phoneIn(turn.sentence);
  const renamed = /\b(?:name|rename|called|married)\b/i.test(turn.sentence)
    ? NEW_NAME.exec(turn.sentence)?.[1]
    : undefined;
  const name = roles.name ?? (renamed === contactName ? undefined : renamed);
  const fields = {
    ...(contactEmail && { contactEmail }),
    ...(contactPhone && { contactPhone }),
    ...(name && { contactName: asName(name) }),
  };
  if (Object.keys(fields).length > 0)
    return planOf(
      contacts.update,
      { id, version, ...fields },
      { order: `Change ${contactName}: ${Object.values(fields).join(", ")}`, cards: cardsOf([one.found]) },
    );
  if (roles.organization)
    return { text: "I cannot change where a contact works: that comes from the contact's card." };
  if (roles.address)
    return { text: `I cannot store '${roles.address}': a contact has an email address only.` };
  if (!CHANGES.test(turn.sentence)) return detail(turn, { ...roles, person: contactName });
  return asksFor(`What is new about ${contactName}: the number, the email address or the name?`);
};

const NOBODY = /^(?:an? |the |another |some )?(?:new )?(?:contacts?|person|people|somebody|someone|me|it)$/i;

/** A name with capital letters: 'paul weber', but 'Wullie the plasterer' as it is. */
function asName(words: string): string {
  const bare = capital(words.replace(/^(?:an?|the|my|our) (?=\S)/i, "").replace(/['\u2019]s$/, ""));
  const parts = bare.split(/\s+/);
  const isName = words === words.toLowerCase() && parts.length <= 3 && !/^(?:an?|the|my|our) /i.test(words);
  return (isName ? parts.map(capital).join(" ") : bare).slice(0, 200);
}

const create: Act = async (turn, { person = "", phone = "", address = "" }) => {
  const name = person.replace(EMAIL, "").trim();
  if (!name || NOBODY.test(name)) return asksFor("What is the name of the new contact?");
  const contactEmail = emailIn(address) ?? emailIn(turn.sentence);
  if (address && !contactEmail && !phoneIn(address))
    return asksFor(`'${address}' is no email address. What is it?`);
  const contactPhone = phoneIn(phone) ?? phoneIn(address) ?? phoneIn(turn.sentence);
  const contactName = asName(name);
  const known = await knownPeople(turn, "contacts", name);
  const holder = known.find(
    ({ addresses }) => contactEmail && addresses.includes(contactEmail.toLowerCase()),
  );
  if (holder) return { text: `${holder.name} is already one of your contacts.`, cards: [personCard(holder)] };
  const namesake = known.find((each) => each.name.toLowerCase() === contactName.toLowerCase());
  const fields = {
    contactName,
    ...(contactEmail && { contactEmail }),
    ...(contactPhone && { contactPhone }),
  };
  return planOf(contacts.create, fields, {
    order: `Add ${namesake ? "another" : "a"} contact: ${Object.values(fields).join(", ")}`,
    cards: namesake ? [personCard(namesake)] : [],
    isGuess: Boolean(namesake),
    answer: (made) => ({
      text: `'${made.contactName}' is one of your contacts now.`,
      cards: cardsOf([made]),
      suggestions: ["undo"],
    }),
  });
};

/** All contacts that are meant: 'Louise and Marcus', 'both Marias'. */
async function contactsOf(turn: Turn, { person, item }: Roles) {
  const many = await findPeople(turn, person, { among: "contacts", pick: item });
  if ("answer" in many) return many;
  const stranger = many.found.find(({ contact }) => contact === null);
  if (stranger) return { answer: noContact(stranger) };
  return { found: many.found.flatMap(({ contact }) => contact ?? []) };
}

const remove: Act = async (turn, roles) => {
  const many = await contactsOf(turn, roles);
  if ("answer" in many) return many.answer;
  return many.found.map((contact) =>
    planOf(
      contacts.delete,
      { id: contact.id },
      { order: `Move the contact '${contact.contactName}' to the trash`, cards: cardsOf([contact]) },
    ),
  );
};

const favorite =
  (isFavorite: boolean): Act =>
  async (turn, roles) => {
    if (!roles.person && /^(?:who|which|show|list|what)\b/i.test(turn.sentence)) return list(turn, {});
    const many = await contactsOf(turn, roles);
    if ("answer" in many) return many.answer;
    const others = many.found.filter((contact) => contact.isFavorite !== isFavorite);
    if (others.length === 0) {
      const all = names(many.found.map(asContact));
      const verb = many.found.length === 1 ? "is" : "are";
      const state = isFavorite ? "already" : "not";
      return { text: `${all} ${verb} ${state} among your favorites.`, cards: cardsOf(many.found) };
    }
    return others.map((contact) =>
      planOf(
        contacts.update,
        { id: contact.id, version: contact.version, isFavorite },
        {
          order: `${isFavorite ? "Add to" : "Remove from"} the favorites: ${contact.contactName}`,
          cards: cardsOf([contact]),
        },
      ),
    );
  };

const MAX_CARDS = 12;

const list: Act = async (turn, { topic = "" }) => {
  if (/favou?rite|favuorite|\bstar/i.test(`${topic} ${turn.sentence}`)) {
    const { items } = await turn.use(contacts.list, { isFavorite: true, limit: 200 });
    if (items.length === 0) return { text: "No, none of your contacts is a favorite." };
    return {
      text: `${plural(items.length, "favorite contact")}:`,
      cards: cardsOf(items.slice(0, MAX_CARDS)),
    };
  }
  if (topic) {
    const found = matchesOf(await knownPeople(turn, "all", topic), topic);
    if (found.length === 0) return { text: `No, I know nobody for '${topic}' among your contacts.` };
    return {
      text: `${plural(found.length, "person", "people")}: ${names(found.slice(0, MAX_CARDS))}.`,
      cards: found.slice(0, MAX_CARDS).map((person) => personCard(person)),
    };
  }
  const { items } = await turn.use(contacts.list, { limit: MAX_CARDS });
  if (items.length === 0)
    return { text: "You have no contacts yet.", suggestions: ["add a contact Anna Kern"] };
  const { total } = await turn.use(contacts.stats, {});
  return { text: `You have ${plural(total, "contact")}.`, cards: cardsOf(items) };
};

const FIELDS = {
  phone: /\b(?:phone|number|mobile|cell|tel|telephone|ring|digits|whatsapp)\b/i,
  email: /\b(?:e-?mail|mail|adress|address|addres)\b/i,
} as const;

const phonesOf = ({ contact }: KnownPerson) =>
  [contact?.contactPhone, ...(contact?.otherPhones ?? [])].filter((phone) => typeof phone === "string");

/** One line for each: the number or the address that was asked for, or all that is known. */
function factsOf(person: KnownPerson, asked: string): string {
  const { name, addresses, contact } = person;
  const phones = phonesOf(person);
  if (FIELDS.phone.test(asked))
    return phones.length > 0
      ? `The number of ${name} is ${joinWords(phones)}.`
      : `I have no phone number of ${name}.${addresses[0] ? ` The email address is ${addresses[0]}.` : ""}`;
  if (FIELDS.email.test(asked))
    return addresses.length > 0
      ? `The email address of ${name} is ${joinWords(addresses)}.`
      : `I have no email address of ${name}.`;
  const about = [contact?.organization, contact?.relationship].filter(Boolean).join(", ");
  const facts = [about, ...addresses, ...phones].filter(Boolean).join(", ");
  return facts ? `${name}: ${facts}.` : `I know only the name of ${name}.`;
}

const detail: Act = async (turn, { person, item, field }) => {
  const many = await findPeople(turn, person, { pick: item, isOpen: true });
  if ("answer" in many) return many.answer;
  const found = many.found.slice(0, MAX_CARDS);
  const asked = field ?? turn.sentence;
  return {
    text: found.map((each) => factsOf(each, asked)).join("\n"),
    cards: found.map((each) => personCard(each)),
  };
};

/** Who is what the words say: by firm, relationship and note of a contact, else by what is written. */
const who: Act = async (turn, { topic = "" }) => {
  const found = matchesOf(await knownPeople(turn, "all", topic), topic);
  if (found.length === 0)
    return (await findInContent(turn)) ?? asksFor(`I know nobody for '${topic}'. Whom do you mean?`);
  const shown = found.slice(0, MAX_CARDS);
  return {
    text: shown.map((person) => factsOf(person, "")).join("\n"),
    cards: shown.map((person) => personCard(person)),
  };
};

export const CONTACT_ACTS: Readonly<Record<string, Act>> = {
  "contacts.change": change,
  "contacts.create": create,
  "contacts.delete": remove,
  "contacts.favorite": favorite(true),
  "contacts.unfavorite": favorite(false),
  "contacts.list": list,
  "contacts.detail": detail,
  "people.who": who,
};
