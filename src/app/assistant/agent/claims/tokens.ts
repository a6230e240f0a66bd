/** A word, a run of digits, or another sign of a text. */
export type Token = {
  text: string;
  /** Lower case, without accents and without a possessive 's. */
  plain: string;
  start: number;
  end: number;
  kind: "word" | "digits" | "sign";
  /** Whether nothing stands between it and the token before. */
  isAttached: boolean;
};

/** The apostrophe of "I've" and "Ann's" is part of the word, that of "l'offre" is not. */
const TOKEN =
  /(?:aujourd['\u2019]hui|j['\u2019]ai|c['\u2019]est|o['\u2019]clock)(?!\p{L})|\p{L}[\p{L}\p{M}]*(?:['\u2019](?:s|t|re|ve|ll|d|m)(?!\p{L}))?|\d+|[^\s]/giu;

/** Lower case, and letters without their accents. */
export const plainText = (text: string): string =>
  isPlain(text)
    ? text.toLowerCase()
    : text
        .normalize("NFD")
        .replaceAll(/\p{M}/gu, "")
        .replaceAll(/[\u2018\u2019]/g, "'")
        .toLowerCase();

const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text);

/** Lower case, and one space for all that is between words. */
export const spaced = (text: string): string =>
  plainText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let before = -1;
  for (const { 0: piece, index } of text.matchAll(TOKEN)) {
    const kind = /^\p{L}/u.test(piece) ? "word" : /^\d/.test(piece) ? "digits" : "sign";
    const plain = plainText(piece).replace(/'s$/, "");
    const end = index + piece.length;
    tokens.push({ text: piece, plain, start: index, end, kind, isAttached: index === before });
    before = end;
  }
  return tokens;
}

/** What remains of a word in all its forms: 'tasks' and 'task', 'months' and 'month'. */
export const stemOf = (plain: string): string =>
  plain.length > 4 && /[^s]ies$/.test(plain)
    ? `${plain.slice(0, -3)}y`
    : plain.length > 3
      ? plain.replace(/(?:es|en|s|n|e)$/, "")
      : plain;

const group = (words: string, value: number) => words.split(" ").map((word) => [word, value] as const);

/** Numbers as words, in the four languages of the pages. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...group("two zwei deux dos", 2),
  ...group("three drei trois tres", 3),
  ...group("four vier quatre cuatro", 4),
  ...group("five funf cinq cinco", 5),
  ...group("six sechs seis", 6),
  ...group("seven sieben sept siete", 7),
  ...group("eight acht huit ocho", 8),
  ...group("nine neun neuf nueve", 9),
  ...group("ten zehn dix diez", 10),
  ...group("eleven elf onze", 11),
  ...group("twelve zwolf douze doce dozen", 12),
  ...group("thirteen dreizehn treize trece", 13),
  ...group("fourteen vierzehn quatorze catorce", 14),
  ...group("fifteen funfzehn quinze quince", 15),
  ...group("sixteen sechzehn seize", 16),
  ...group("seventeen siebzehn", 17),
  ...group("eighteen achtzehn", 18),
  ...group("nineteen neunzehn", 19),
  ...group("twenty zwanzig vingt veinte", 20),
  ...group("thirty dreissig trente treinta", 30),
  ...group("forty vierzig quarante cuarenta", 40),
  ...group("fifty funfzig cinquante cincuenta", 50),
  ...group("sixty sechzig soixante sesenta", 60),
  ...group("seventy siebzig setenta", 70),
  ...group("eighty achtzig ochenta", 80),
  ...group("ninety neunzig noventa", 90),
  ...group("hundred hundert cent cien", 100),
]);

/** Months from 1, in the four languages, whole and short. */
export const MONTHS: ReadonlyMap<string, number> = new Map([
  ...group("january jan januar janner janvier enero", 1),
  ...group("february feb februar fevrier fevr febrero", 2),
  ...group("march mar marz mars marzo", 3),
  ...group("april apr avril avr abril abr", 4),
  ...group("may mai mayo", 5),
  ...group("june jun juni juin junio", 6),
  ...group("july jul juli juillet julio", 7),
  ...group("august aug aout agosto ago", 8),
  ...group("september sep sept septembre septiembre", 9),
  ...group("october oct oktober okt octobre octubre", 10),
  ...group("november nov novembre noviembre", 11),
  ...group("december dec dezember dez decembre diciembre dic", 12),
]);

/** Days of the week, Monday is 1. A short form stands only before a date or a comma. */
export const WEEKDAYS: ReadonlyMap<string, number> = new Map([
  ...group("monday mondays montag lundi lunes mon", 1),
  ...group("tuesday tuesdays dienstag mardi martes tue tues", 2),
  ...group("wednesday wednesdays mittwoch mercredi miercoles wed", 3),
  ...group("thursday thursdays donnerstag jeudi jueves thu thur thurs", 4),
  ...group("friday fridays freitag vendredi viernes fri", 5),
  ...group("saturday saturdays samstag samedi sabado sat", 6),
  ...group("sunday sundays sonntag dimanche domingo sun", 7),
]);

/** Days from today that a word names. 'Morgen' and 'manana' are also the morning, and are read by their neighbours. */
export const RELATIVE_DAYS: ReadonlyMap<string, number> = new Map([
  ...group("today tonight heute aujourd'hui hoy", 0),
  ...group("tomorrow morgen demain manana", 1),
  ...group("yesterday gestern hier ayer", -1),
  ...group("ubermorgen", 2),
]);
