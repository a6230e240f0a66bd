import { type CardTexts, cardFields, cardTexts } from "./card-texts.ts";
import type { Contact } from "./model.ts";

type Written = Pick<
  Contact,
  "id" | "contactName" | "contactEmail" | "contactPhone" | "otherEmails" | "otherPhones" | keyof CardTexts
> & { cardUid: string | null };

export const CARD_VERSIONS = ["4.0", "3.0"] as const;
export type CardVersion = (typeof CARD_VERSIONS)[number];

/** A new vCard (RFC 6350, or RFC 2426 for older programs). */
export function writeCard(contact: Written, version: CardVersion): string {
  const { id, cardUid, contactName, contactEmail, contactPhone } = contact;
  const line = (name: string, ...value: string[]) => cardLine({ version, name, value });
  const lines = [
    "BEGIN:VCARD",
    `VERSION:${version}`,
    line("UID", cardUid ?? `urn:uuid:${id}`),
    line("FN", contactName),
    line("N", ...nameComponents(contactName)),
    ...[contactEmail, ...contact.otherEmails].flatMap((email) => (email ? [line("EMAIL", email)] : [])),
    ...[contactPhone, ...contact.otherPhones].flatMap((phone) => (phone ? [line("TEL", phone)] : [])),
    ...textsOf(contact).map(([property, text]) => line(property.toUpperCase(), text)),
    "END:VCARD",
  ];
  return lines.map((each) => `${each}\r\n`).join("");
}

/** Family name, given names, then what else the name had: additional names, prefixes, suffixes. */
export function nameComponents(name: string, [prefix = "", suffix = ""]: readonly string[] = []): string[] {
  const words = name.split(" ");
  const family = words.length > 1 ? (words.at(-1) ?? "") : "";
  return [family, words.length > 1 ? words.slice(0, -1).join(" ") : name, "", prefix, suffix];
}

const textsOf = (contact: CardTexts): [property: string, text: string][] =>
  Object.entries(cardTexts((name) => contact[name])).flatMap(([name, text]) =>
    text ? [[cardFields[name as keyof CardTexts].vcard, text]] : [],
  );

type CardLine = {
  version: string;
  group?: string;
  name: string;
  params?: readonly (readonly [name: string, value: string])[];
} & ({ value: readonly string[] } | { raw: string });

/** A line of a card, folded. Several values are the components of a structured one; `raw` is escaped already. */
export function cardLine({ version, group = "", name, params = [], ...given }: CardLine): string {
  const head = `${group === "" ? "" : `${group}.`}${name}`;
  const text = "raw" in given ? given.raw : given.value.map((each) => escaped(each, version)).join(";");
  if (version === "2.1" && /[^\x20-\x7e]/.test(text)) {
    const bare = [...params.map(paramText), "CHARSET=UTF-8", "ENCODING=QUOTED-PRINTABLE"];
    return `${[head, ...bare].join(";")}:${quotedPrintable(text)}`;
  }
  return folded(`${[head, ...params.map(paramText)].join(";")}:${text}`);
}

const paramText = ([name, value]: readonly [string, string]) =>
  `${name}=${/[:;,]/.test(value) ? `"${value.replaceAll('"', "'")}"` : value}`;

const escaped = (text: string, version: string): string =>
  version === "2.1"
    ? text.replaceAll(/[\\;]/g, String.raw`\$&`)
    : text.replaceAll(/[\\,;]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);

/** One byte after the other, with a soft line break before the 70th sign. */
function quotedPrintable(text: string): string {
  const signs = [...Buffer.from(text.replaceAll(/\r\n|\r|\n/g, "\r\n"))].map((byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x3d
      ? String.fromCharCode(byte)
      : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`,
  );
  const lines = [""];
  for (const sign of signs) {
    if ((lines.at(-1)?.length ?? 0) + sign.length > 70) lines.push("");
    lines.push(`${lines.pop() ?? ""}${sign}`);
  }
  return lines.join("=\r\n");
}

/** Lines of 75 bytes at most; a letter is never cut in two. */
function folded(line: string): string {
  const parts: string[] = [];
  let part: string[] = [];
  let size = 0;
  for (const letter of line) {
    const bytes = Buffer.byteLength(letter);
    if (size + bytes > 74) {
      parts.push(part.join(""));
      part = [];
      size = 0;
    }
    part.push(letter);
    size += bytes;
  }
  return [...parts, part.join("")].join("\r\n ");
}
