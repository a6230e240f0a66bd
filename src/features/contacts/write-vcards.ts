import { type CardTexts, cardFields, cardTexts } from "./card-texts.ts";
import type { Contact } from "./model.ts";

type Written = Pick<
  Contact,
  "id" | "contactName" | "contactEmail" | "contactPhone" | "otherEmails" | "otherPhones" | keyof CardTexts
> & { cardUid: string | null };

export const CARD_VERSIONS = ["4.0", "3.0"] as const;
export type CardVersion = (typeof CARD_VERSIONS)[number];

/** vCards (RFC 6350, or RFC 2426 for older programs), one after the other. */
export const writeCards = (contacts: readonly Written[], version: CardVersion): string =>
  contacts.map((contact) => writeCard(contact, version)).join("");

function writeCard(contact: Written, version: CardVersion): string {
  const { id, cardUid, contactName, contactEmail, contactPhone } = contact;
  const words = contactName.split(" ");
  const family = words.length > 1 ? (words.at(-1) ?? "") : "";
  const given = words.length > 1 ? words.slice(0, -1).join(" ") : contactName;
  const lines = [
    "BEGIN:VCARD",
    `VERSION:${version}`,
    `UID:${escaped(cardUid ?? `urn:uuid:${id}`)}`,
    `FN:${escaped(contactName)}`,
    `N:${escaped(family)};${escaped(given)};;;`,
    ...[contactEmail, ...contact.otherEmails].flatMap((email) => (email ? [`EMAIL:${escaped(email)}`] : [])),
    ...[contactPhone, ...contact.otherPhones].flatMap((phone) => (phone ? [`TEL:${escaped(phone)}`] : [])),
    ...textsOf(contact).map(([property, text]) => `${property.toUpperCase()}:${escaped(text)}`),
    "END:VCARD",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

const textsOf = (contact: CardTexts): [property: string, text: string][] =>
  Object.entries(cardTexts((name) => contact[name])).flatMap(([name, text]) =>
    text ? [[cardFields[name as keyof CardTexts].vcard, text]] : [],
  );

const escaped = (text: string): string =>
  text.replaceAll(/[\\,;]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);

/** Lines of 75 bytes at most; a letter is never cut in two. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  for (const letter of line) {
    if (Buffer.byteLength(part + letter) > 74) {
      parts.push(part);
      part = "";
    }
    part += letter;
  }
  return [...parts, part].join("\r\n ");
}
