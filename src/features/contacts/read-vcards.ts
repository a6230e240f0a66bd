import { type CardProperty, splitCards } from "./card-lines.ts";
import { type CardTexts, cardTexts } from "./card-texts.ts";
import { componentsOf, textValue } from "./card-values.ts";
import { MAX_CARDS } from "./model.ts";
import { type CardPhoto, photoOf } from "./pictures/card-photo.ts";

/** The fields of a vCard under the names of a contact. */
export type CardFacts = { uid: string | null; name: string; emails: string[]; phones: string[] } & CardTexts;
/** `text`: the card as received, from BEGIN to END. */
export type Card = CardFacts & { text: string; photo: CardPhoto | null };
/** `text`, `photo`: absent where a provider has no cards. */
export type ImportedCard = CardFacts & Partial<Pick<Card, "text" | "photo">>;
/** A card that is not imported: the line at which it begins, what it calls itself, and why. */
export type UnreadableCard = { line: number; name: string; reason: string };
export type Cards = { cards: Card[]; unreadable: UnreadableCard[] };

const MAX_VALUES = 20;
const MAX_CARD_LENGTH = 2_000_000;
const MAX_LISTED = 1000;

/** vCards 2.1, 3.0 and 4.0 and cards without a version, each by itself: an unreadable one costs none of the others. */
export function readCards({ text }: { text: string }): Cards {
  const cards: Card[] = [];
  const unreadable: UnreadableCard[] = [];
  for (const [index, { line, text: source, properties }] of splitCards(text).entries()) {
    const facts = factsOf(properties);
    const reason = reasonAgainst(facts, index, source.length);
    if (reason === null) cards.push({ ...facts, text: source, photo: photoOf(properties) });
    else if (unreadable.length < MAX_LISTED) unreadable.push({ line, name: facts.name, reason });
  }
  return { cards, unreadable };
}

/** One card of a server: `reason` says why it is no contact; both are null for a group of contacts, which is none. */
export type CardReading = { card: Card | null; name: string; reason: string | null };

export const readEachCard = ({ texts }: { texts: readonly string[] }): CardReading[] => texts.map(readOne);

function readOne(text: string): CardReading {
  const [block] = splitCards(text);
  if (block && isGroup(block.properties)) return { card: null, name: "", reason: null };
  const { cards, unreadable } = readCards({ text });
  const { name, reason } = unreadable[0] ?? { name: "", reason: "This is not a vCard" };
  return cards[0] ? { card: cards[0], name: "", reason: null } : { card: null, name, reason };
}

/** RFC 6350 §6.1.4, and as Apple has it in version 3.0. */
const isGroup = (properties: readonly CardProperty[]) =>
  properties.some(
    ({ name, value }) =>
      /^(KIND|X-ADDRESSBOOKSERVER-KIND)$/.test(name) && value.trim().toLowerCase() === "group",
  );

function reasonAgainst({ name }: CardFacts, index: number, length: number): string | null {
  if (index >= MAX_CARDS) return `A file can have at most ${MAX_CARDS} cards`;
  if (length > MAX_CARD_LENGTH) return "The card is larger than 2 MB";
  return name === "" ? "The card is empty" : null;
}

export function factsOf(properties: readonly CardProperty[]): CardFacts {
  const version = versionOf(properties);
  const all = (name: string) =>
    properties
      .filter((property) => property.name === name.toUpperCase())
      .map((property) =>
        name === "org"
          ? componentsOf(property, version).filter(Boolean).join(", ")
          : textValue(property, version),
      )
      .filter(Boolean);
  const emails = distinct(all("email").map((email) => email.replace(/^mailto:/i, "")));
  const phones = distinct(all("tel").map((phone) => phone.replace(/^tel:/i, "")));
  const texts = cardTexts((_, { vcard, max }) => textOf(vcard, all(vcard)).slice(0, max) || null);
  const nickname = all("nickname")[0];
  const names = [
    all("fn")[0],
    nameOf(properties, version),
    texts.organization,
    nickname,
    emails[0],
    phones[0],
  ];
  return {
    uid: all("uid")[0]?.slice(0, 200) || null,
    name: (names.find(Boolean) ?? (hasContent(properties) ? UNNAMED : ""))
      .replaceAll(/\s+/g, " ")
      .slice(0, 200),
    emails: emails.filter((email) => email.length <= 320 && /^[^\s@<>]+@[^\s@<>]+$/.test(email)),
    phones: phones.filter((phone) => phone.length <= 60),
    ...texts,
  };
}

const UNNAMED = "Unnamed contact";
const hasContent = (properties: readonly CardProperty[]) =>
  properties.some(({ name, value }) => !/^(VERSION|PRODID|UID|REV)$/.test(name) && /[^\s;]/.test(value));

export const versionOf = (properties: readonly CardProperty[]): string =>
  properties.find(({ name }) => name === "VERSION")?.value.trim() ?? "3.0";

/** Notes are joined; of any other property the first value is used. */
const textOf = (property: string, values: readonly string[]): string =>
  property === "note" ? values.join("\n") : (values[0] ?? "");

/** Formats 'family; given; additional; prefix; suffix' in the usual order of a name. */
function nameOf(properties: readonly CardProperty[], version: string): string {
  const property = properties.find(({ name }) => name === "N");
  if (!property) return "";
  const [family, given, additional] = componentsOf(property, version);
  return [given, additional, family].filter(Boolean).join(" ");
}

const distinct = (values: readonly string[]): string[] =>
  [...new Map(values.filter(Boolean).map((value) => [value.toLowerCase(), value])).values()].slice(
    0,
    MAX_VALUES,
  );
