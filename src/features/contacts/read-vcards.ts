import ICAL from "ical.js";
import { type CardTexts, cardTexts } from "./card-texts.ts";

/** The fields of a vCard under the names of a contact. */
export type Card = {
  uid: string | null;
  name: string;
  emails: string[];
  phones: string[];
} & CardTexts;
/** `broken`: the numbers of the lines at which unreadable cards begin. */
export type Cards = { cards: Card[]; broken: number[] };

const MAX_CARDS = 5000;
const MAX_VALUES = 20;

/** Reads vCards 3.0 and 4.0 (RFC 2426, RFC 6350), each by itself: a broken one costs none of the others. */
export function readCards({ text }: { text: string }): Cards {
  const cards: Card[] = [];
  const broken: number[] = [];
  for (const { line, lines } of cut(text).slice(0, MAX_CARDS)) {
    const card = read(lines);
    if (card) cards.push(card);
    else broken.push(line);
  }
  return { cards, broken };
}

/** From BEGIN:VCARD to END:VCARD, without pictures, sounds and keys, which are large and not kept. */
function cut(text: string): { line: number; lines: string[] }[] {
  const found: { line: number; lines: string[] }[] = [];
  let lines: string[] | null = null;
  let isSkipped = false;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (/^begin:vcard\s*$/i.test(line)) {
      lines = [];
      found.push({ line: index + 1, lines });
    }
    const isFolded = /^[ \t]/.test(line);
    if (!isFolded) isSkipped = /^([\w-]+\.)?(photo|logo|sound|key)[;:]/i.test(line);
    if (!isSkipped && line !== "") lines?.push(line);
    if (/^end:vcard\s*$/i.test(line)) lines = null;
  }
  return found;
}

function read(lines: readonly string[]): Card | null {
  try {
    const [, properties] = ICAL.parse(lines.join("\r\n")) as [
      string,
      [string, object, string, ...unknown[]][],
    ];
    const all = (name: string) =>
      properties.filter(([each]) => each === name).flatMap(([, , , ...values]) => values.map(wordsOf));
    const [uid = ""] = all("uid");
    const emails = distinct(all("email").map((email) => email.replace(/^mailto:/i, "")));
    const phones = distinct(all("tel").map((phone) => phone.replace(/^tel:/i, "")));
    const texts = cardTexts((_, { vcard, max }) => textOf(vcard, all(vcard)).slice(0, max) || null);
    const name = all("fn")[0] || nameOf(properties) || texts.organization || emails[0] || "";
    if (name === "" || !/^[34]\.0$/.test(all("version")[0] ?? "")) return null;
    return {
      uid: uid.slice(0, 200) || null,
      name: name.slice(0, 200),
      emails: emails.filter((email) => email.length <= 320 && /^[^\s@<>]+@[^\s@<>]+$/.test(email)),
      phones: phones.filter((phone) => phone.length <= 60),
      ...texts,
    };
  } catch {
    // Errors of the parser are ignored: the caller reports the line at which the card begins.
    return null;
  }
}

/** Notes are joined; of any other property the first value is used. */
const textOf = (property: string, values: readonly string[]): string =>
  property === "note" ? values.join("\n") : (values[0] ?? "");

/** Structured values are arrays. The parser leaves `\;` escaped in values that are not structured. */
const wordsOf = (value: unknown): string =>
  (Array.isArray(value) ? value.flat().filter(Boolean).join(", ") : String(value ?? ""))
    .replaceAll(String.raw`\;`, ";")
    .trim();

/** Formats 'family; given; additional; prefix; suffix' in the usual order of a name. */
function nameOf(properties: readonly [string, object, string, ...unknown[]][]): string {
  const parts = properties.find(([name]) => name === "n")?.[3];
  if (!Array.isArray(parts)) return wordsOf(parts);
  const [family, given, additional] = parts.map(wordsOf);
  return [given, additional, family].filter(Boolean).join(" ");
}

const distinct = (values: readonly string[]): string[] =>
  [...new Map(values.filter(Boolean).map((value) => [value.toLowerCase(), value])).values()].slice(
    0,
    MAX_VALUES,
  );
