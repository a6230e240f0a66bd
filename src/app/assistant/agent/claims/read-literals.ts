import type { Value } from "./claim.ts";
import { plainText } from "./tokens.ts";

const MAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu;
const LINK = /\b(?:https?:\/\/|www\.)[^\s<>()[\]"']{1,2000}/gi;
const PHONE = /(?:\+|\b0)\d(?:[\d ()-]{4,22})\d/g;
const IBAN = /\b[A-Z]{2}\d\d(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,4})?\b/g;
/** Letters and digits in one word: booking codes, seats, numbers of invoices. */
const CODE = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{2,40}(?:[-/][\p{L}\p{N}]{1,40}){0,4}(?![\p{L}\p{N}])/gu;
/** '3pm', '5th', '84k', '15h30': read as times, days and amounts. */
const NO_CODE =
  /^(?:\d{1,2}(?:am|pm|st|nd|rd|th|er|h|h\d\d)|\d{1,12}(?:k|m|mn|bn|min|hr|hrs)|\d{1,5}-(?:\p{L}{2,40}))$/iu;

/** Mail addresses, links, telephone numbers and codes, in no order: they must be found to the letter. */
export function readLiterals(text: string): Value[] {
  const found: Value[] = [];
  const add = (start: number, piece: string, keys: string[]) => {
    const end = start + piece.length;
    found.push({ kind: "address", start, end, keys, gives: keys });
  };
  for (const { 0: piece, index } of text.matchAll(LINK)) {
    const bare = piece.replace(/(?<![.,;:!?])[.,;:!?]+$/, "");
    add(index, bare, [`l:${plainText(bare)}`]);
  }
  for (const { 0: piece, index } of text.matchAll(MAIL)) {
    const bare = piece.replace(/(?<![.-])[.-]+$/, "");
    add(index, bare, [`a:${plainText(bare)}`]);
  }
  for (const { 0: piece, index } of text.matchAll(PHONE)) {
    const digits = piece.replaceAll(/\D/g, "");
    if (digits.length >= 7) add(index, piece, [`p:${digits}`]);
  }
  for (const { 0: piece, index } of text.matchAll(IBAN))
    add(index, piece, [`k:${plainText(piece).replaceAll(" ", "")}`]);
  for (const { 0: piece, index } of text.matchAll(CODE)) {
    const isNumber = /^\d{3,}-\d{2,}$/.test(piece);
    const isMixed =
      /\d/.test(piece) && /\p{L}/u.test(piece) && !NO_CODE.test(piece) && !/^\d{4}-\d\d-\d\d/.test(piece);
    if (!isNumber && !isMixed) continue;
    add(index, piece, [`k:${plainText(piece)}`]);
  }
  return withoutInner(found);
}

/** Of two that overlap the longer one. */
function withoutInner(found: readonly Value[]): Value[] {
  const sorted = [...found].sort((one, other) => one.start - other.start || other.end - one.end);
  const outer: Value[] = [];
  for (const each of sorted) if ((outer.at(-1)?.end ?? -1) <= each.start) outer.push(each);
  return outer;
}
