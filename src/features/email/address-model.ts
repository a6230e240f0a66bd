/** A mailbox of RFC 5322 §3.4: a display name, which may be empty, and an address as it was written. */
export type Person = { name: string; address: string };

/**
 * Splits what is typed into To, Cc and Bcc: comma separated, trimmed, empty entries dropped (MAIL-37). A comma inside
 * a quoted name or an address is part of it; a quote or bracket that is never closed is an ordinary character.
 */
export const parseAddresses = (typed: string): string[] =>
  splitEntries(typed)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

/** The last entry, which is being typed, and everything before it with its comma. */
export function splitLast(typed: string): { before: string; last: string } {
  const last = splitEntries(typed).at(-1) ?? "";
  return { before: typed.slice(0, typed.length - last.length), last };
}

function splitEntries(typed: string): string[] {
  const entries: string[] = [];
  let start = 0;
  for (let at = 0; at < typed.length; at += 1) {
    const sign = typed[at];
    if (sign === '"') at = endOfQuoted(typed, at) ?? at;
    else if (sign === "<") at = endOfBracketed(typed, at) ?? at;
    else if (sign === ",") {
      entries.push(typed.slice(start, at));
      start = at + 1;
    }
  }
  return [...entries, typed.slice(start)];
}

/** A name or an address is never longer; a longer search for its end would make the parser quadratic. */
const MAX_QUOTED = 400;

/** The index of the quote that closes the one at `start`. */
function endOfQuoted(text: string, start: number): number | null {
  const limit = Math.min(text.length, start + MAX_QUOTED);
  for (let at = start + 1; at < limit; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return null;
}

/** The index of the bracket that closes the one at `start`; a quoted local part may contain one. */
function endOfBracketed(text: string, start: number): number | null {
  const limit = Math.min(text.length, start + MAX_QUOTED);
  for (let at = start + 1; at < limit; at += 1) {
    if (text[at] === '"') at = endOfQuoted(text, at) ?? at;
    else if (text[at] === "<") return null;
    else if (text[at] === ">") return at;
  }
  return null;
}

/** `"Voss, Clara" <clara@x.org>` and `clara@x.org`: the name without its quotes, the address without brackets. */
export function parsePerson(line: string): Person {
  const text = line.trim();
  const open = text.endsWith(">") ? openingBracket(text) : null;
  if (open === null) return { name: "", address: text };
  const name = text.slice(0, open).trim();
  return { name: unquoted(name), address: text.slice(open + 1, -1).trim() };
}

/** The bracket that the one at the end closes. */
function openingBracket(text: string): number | null {
  const last = text.length - 1;
  for (let at = 0; at < last; at += 1) {
    if (text[at] === '"') at = endOfQuoted(text, at) ?? at;
    else if (text[at] === "<" && endOfBracketed(text, at) === last) return at;
  }
  return null;
}

function unquoted(name: string): string {
  const isQuoted = name.length > 1 && name.startsWith('"') && endOfQuoted(name, 0) === name.length - 1;
  return isQuoted ? name.slice(1, -1).replaceAll(/\\(.)/gs, "$1").trim() : name;
}

/** As written in a recipients field: a name that would be read as something else is quoted (RFC 5322 §3.2.4). */
export function formatPerson({ name, address }: Person): string {
  if (name === "") return address;
  const written = /[()<>[\]:;@\\,"]/.test(name) ? `"${name.replaceAll(/["\\]/g, "\\$&")}"` : name;
  return `${written} <${address}>`;
}

const DOT_ATOM = /^[^\s"(),.:;<>@[\\\]]+(\.[^\s"(),.:;<>@[\\\]]+)*$/;
const QUOTED_STRING = /^"([^"\\]|\\.)*"$/;

/** An address whose local part may come without the quotes that it needs, as IMAP servers give it: with them. */
export function quoteLocalPart(address: string): string {
  const at = address.lastIndexOf("@");
  const local = address.slice(0, Math.max(0, at));
  if (at < 1 || DOT_ATOM.test(local) || QUOTED_STRING.test(local)) return address;
  return `"${local.replaceAll(/["\\]/g, "\\$&")}"${address.slice(at)}`;
}
