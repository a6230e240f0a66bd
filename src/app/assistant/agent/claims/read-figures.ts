import type { Value } from "./claim.ts";
import { NUMBER_WORDS, stemOf, type Token } from "./tokens.ts";

type Read = { value: Value; next: number } | null;

/** Below this a number is found only beside the thing that it counts: small numbers stand everywhere. */
const SMALL = 20;
const CURRENCIES =
  /^(?:[\u20ac$\u00a3]|eur|usd|chf|gbp|sek|nok|dkk|euros?|dollars?|pounds?|francs?|franken|cents?|dolares|libras)$/;
const PERCENT = /^(?:%|percent|prozent)$/;
const SCALES: Readonly<Record<string, number>> = {
  ...{ k: 1e3, thousand: 1e3, tausend: 1e3, mille: 1e3, mil: 1e3 },
  ...{ million: 1e6, millions: 1e6, millionen: 1e6, millones: 1e6, mio: 1e6, mn: 1e6, m: 1e6 },
  ...{ billion: 1e9, billions: 1e9, bn: 1e9, milliarden: 1e9, milliards: 1e9 },
};
const MINUTES: readonly (readonly [RegExp, number])[] = [
  [/^min(?:s|utes?|uten?|utos?)?$/, 1],
  [/^(?:hours?|hrs?|stunden?|heures?|horas?)$/, 60],
  [/^(?:days?|tage?n?|jours?|dias?)$/, 1440],
  [/^(?:weeks?|wochen?|semaines?|semanas?)$/, 10_080],
];
const AROUND = new Set(
  "about around roughly nearly almost approximately circa some over ungefahr etwa rund environ unos".split(
    " ",
  ),
);

/** The words of the things that are counted, by what a record of that kind is called. */
const THINGS: Readonly<Record<string, string>> = {
  ...{
    task: "task",
    "to-do": "task",
    todo: "task",
    item: "item",
    thing: "item",
    aufgab: "task",
    tach: "task",
    tarea: "task",
  },
  ...{
    event: "event",
    meeting: "event",
    appointment: "event",
    call: "event",
    termin: "event",
    reunion: "event",
    rendez: "event",
  },
  ...{
    mail: "email",
    email: "email",
    message: "message",
    letter: "email",
    newsletter: "email",
    nachricht: "message",
    courriel: "email",
    correo: "email",
  },
  ...{
    contact: "contact",
    person: "person",
    people: "person",
    attendee: "person",
    guest: "person",
    document: "document",
    fil: "document",
    file: "document",
    dokument: "document",
  },
  ...{
    conversation: "conversation",
    chat: "conversation",
    decision: "decision",
    vot: "decision",
    project: "project",
    workspac: "workspace",
    reminder: "notification",
  },
};

/** What a word counts: 'meetings' are events. */
export const thingOf = (plain: string): string => {
  const stem = stemOf(plain);
  return THINGS[plain] ?? THINGS[stem] ?? stem;
};

/** A number from its digits: '12,450', '12.450,00' and '12 450'. */
export function numberOf(written: string): number {
  const bare = written.replaceAll(/[\s'\u2019\u00a0\u202f]/g, "");
  const dot = bare.lastIndexOf(".");
  const comma = bare.lastIndexOf(",");
  const mark = dot > comma ? "." : ",";
  const isGrouped = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(bare);
  if (dot < 0 && comma < 0) return Number(bare);
  if ((dot < 0 || comma < 0) && isGrouped) return Number(bare.replaceAll(/[.,]/g, ""));
  const at = bare.lastIndexOf(mark);
  return Number(`${bare.slice(0, at).replaceAll(/[.,]/g, "")}.${bare.slice(at + 1)}`);
}

type Amount = { value: number; next: number; isWord: boolean };

/** The number at this token, of digits or words. */
function amountAt(tokens: readonly Token[], at: number): Amount | null {
  const token = tokens[at];
  if (token?.kind === "word") {
    const value = NUMBER_WORDS.get(token.plain);
    if (value === undefined) return null;
    const [dash, other] = tokens.slice(at + 1, at + 3);
    const unit = NUMBER_WORDS.get(other?.plain ?? "") ?? (other?.plain === "one" ? 1 : undefined);
    if (dash?.text === "-" && dash.isAttached && value >= 20 && unit !== undefined && unit < 10)
      return { value: value + unit, next: at + 3, isWord: true };
    return { value, next: at + 1, isWord: true };
  }
  if (token?.kind !== "digits") return null;
  let written = token.text;
  let next = at + 1;
  for (;;) {
    const [sign, digits] = tokens.slice(next, next + 2);
    if (
      sign?.isAttached &&
      /^[.,'\u2019]$/.test(sign.text) &&
      digits?.isAttached &&
      digits.kind === "digits"
    ) {
      written += sign.text + digits.text;
      next += 2;
    } else if (
      sign?.kind === "digits" &&
      /^\d{3}$/.test(sign.text) &&
      sign.start === (tokens[next - 1]?.end ?? 0) + 1 &&
      /^[1-9]\d{0,2}(?: \d{3})*$/.test(written)
    ) {
      written += ` ${sign.text}`;
      next += 1;
    } else break;
  }
  const value = numberOf(written);
  return Number.isFinite(value) ? { value, next, isWord: false } : null;
}

/** Reads an amount, a number of things, a share or a length of time at this token; null where none begins. */
export function readFigure(tokens: readonly Token[], at: number, isFirstOfLine: boolean): Read {
  const half = readHalf(tokens, at);
  if (half) return half;
  const amount = amountAt(tokens, at);
  if (!amount) return null;
  // '1.' and '2)' number the lines of a list.
  if (isFirstOfLine && !amount.isWord && /^[.)]$/.test(tokens[amount.next]?.text ?? "") && amount.value < 100)
    return null;
  let { value, next } = amount;
  const scale = SCALES[tokens[next]?.plain ?? ""];
  const isLetter = (tokens[next]?.plain.length ?? 0) === 1;
  const before = tokens[at - 1]?.plain ?? "";
  if (scale && (!isLetter || tokens[next]?.isAttached || CURRENCIES.test(before))) {
    value = Math.round(value * scale * 100) / 100;
    next += 1;
  }
  const [unit] = tokens.slice(next, next + 1);
  const isMoney = CURRENCIES.test(before) || CURRENCIES.test(unit?.plain ?? "");
  const isShare =
    PERCENT.test(unit?.plain ?? "") || (unit?.plain === "per" && tokens[next + 1]?.plain === "cent");
  if (isMoney && CURRENCIES.test(unit?.plain ?? "")) next += 1;
  else if (isShare) next += 1;
  return { value: figureOf(tokens, { at, next, value, isPlain: !isMoney && !isShare && !scale }), next };
}

type Place = { at: number; next: number; value: number; isPlain: boolean };

function figureOf(tokens: readonly Token[], { at, next, value, isPlain }: Place): Value {
  const number = `n:${value}`;
  const things = neighboursOf(tokens, at, next).map((thing) => `c:${value}:${thing}`);
  const unit = MINUTES.find(([pattern]) => pattern.test(tokens[next]?.plain ?? ""));
  const minutes = unit ? value * unit[1] : undefined;
  const isSmall = isPlain && value <= SMALL && Number.isInteger(value);
  const isAround = AROUND.has(tokens[at - 1]?.plain ?? "");
  const days = minutes !== undefined && minutes % 1440 === 0 ? [`x:${minutes / 1440}`] : [];
  const isYear = isPlain && /^(?:19|20)\d\d$/.test(tokens[at]?.text ?? "") && next === at + 1;
  const ends = unit && tokens[next] ? next + 1 : next;
  return {
    kind: "figure",
    start: tokens[at]?.start ?? 0,
    end: tokens[ends - 1]?.end ?? 0,
    keys: [
      ...(isSmall ? things : [number, ...things]),
      ...days,
      ...(minutes === undefined ? [] : [`u:${minutes}`]),
      ...(isYear ? [`y:${value}`] : []),
    ],
    gives: [
      number,
      ...things,
      ...(minutes === undefined ? [] : [`u:${minutes}`]),
      ...(isYear ? [`y:${value}`] : []),
    ],
    ...(isAround && { about: value }),
    ...(isPlain && Number.isInteger(value) && { count: value }),
    ...(minutes !== undefined && { minutes }),
  };
}

/** Words that say nothing of what is counted. */
export const FILLERS = new Set(
  "of the a an to and or in on at for with your my der die das de la le les is are was were be been have has had there them they it you i we that this".split(
    " ",
  ),
);

/** The words that say what is counted: up to three after the number, and one before it ('clause 7'). */
function neighboursOf(tokens: readonly Token[], at: number, next: number): string[] {
  const found: string[] = [];
  for (let place = next; place < next + 4 && found.length < 3; place += 1) {
    const token = tokens[place];
    if (!token || (token.kind === "sign" && !/^[-'\u2019]$/.test(token.text))) break;
    if (token.kind === "word" && !FILLERS.has(token.plain)) found.push(thingOf(token.plain));
  }
  const before = tokens[at - 1];
  if (before?.kind === "word" && !FILLERS.has(before.plain)) found.push(thingOf(before.plain));
  return found;
}

const BEGINS_HALF = new Set(["half", "a", "an"]);

/** 'Half an hour', 'an hour', 'an hour and a half'. */
function readHalf(tokens: readonly Token[], at: number): Read {
  if (!BEGINS_HALF.has(tokens[at]?.plain ?? "")) return null;
  const words = tokens.slice(at, at + 6).map(({ plain }) => plain);
  const isHalf = words[0] === "half" && words[1] === "an" && words[2] === "hour";
  const isHour = /^an?$/.test(words[0] ?? "") && words[1] === "hour";
  if (!isHalf && !isHour) return null;
  const isLonger = isHour && words[2] === "and" && words[3] === "a" && words[4] === "half";
  const minutes = isHalf ? 30 : isLonger ? 90 : 60;
  const next = at + (isHalf ? 3 : isLonger ? 5 : 2);
  const keys = [`u:${minutes}`];
  const value: Value = {
    kind: "figure",
    start: tokens[at]?.start ?? 0,
    end: tokens[next - 1]?.end ?? 0,
    keys,
    gives: keys,
    minutes,
  };
  return { value, next };
}
