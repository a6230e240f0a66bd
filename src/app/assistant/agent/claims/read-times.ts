import type { Value } from "./claim.ts";
import { NUMBER_WORDS, type Token } from "./tokens.ts";

type Read = { value: Value; next: number } | null;

/** Reads a time of day at this token; null where none begins. */
export function readTime(tokens: readonly Token[], at: number): Read {
  return readWord(tokens, at) ?? readPast(tokens, at) ?? readClock(tokens, at);
}

function made(tokens: readonly Token[], from: number, next: number, minutes: readonly number[]): Read {
  const keys = minutes.map((each) => `t:${each}`);
  const start = tokens[from]?.start ?? 0;
  const end = tokens[next - 1]?.end ?? 0;
  return { value: { kind: "time", start, end, keys, gives: keys }, next };
}

const NAMED: Readonly<Record<string, number>> = {
  noon: 720,
  midday: 720,
  midnight: 0,
  mittags: 720,
  mitternacht: 0,
  midi: 720,
  minuit: 0,
  mediodia: 720,
  medianoche: 0,
};

function readWord(tokens: readonly Token[], at: number): Read {
  const minutes = NAMED[tokens[at]?.plain ?? ""];
  return minutes === undefined ? null : made(tokens, at, at + 1, [minutes]);
}

const hourOf = (token: Token | undefined): number | null => {
  if (!token) return null;
  if (token.plain === "one") return 1;
  const value = token.kind === "digits" ? Number(token.text) : NUMBER_WORDS.get(token.plain);
  return value !== undefined && value <= 24 && token.text.length < 7 ? value : null;
};

/** Without 'am' or 'pm' an hour up to twelve may be either. */
const bothHalves = (minutes: number): number[] =>
  minutes < 60
    ? [minutes]
    : minutes < 720
      ? [minutes, minutes + 720]
      : minutes < 780
        ? [minutes, minutes - 720]
        : [minutes % 1440];

/** 'Half past five', 'a quarter to ten', 'ten past nine'. */
function readPast(tokens: readonly Token[], at: number): Read {
  const [first, second, third] = tokens.slice(at, at + 3);
  const amount = first?.plain === "half" ? 30 : first?.plain === "quarter" ? 15 : hourOf(first);
  const hour = hourOf(third);
  if (amount === null || hour === null || !/^(?:past|to)$/.test(second?.plain ?? "")) return null;
  if (second?.plain === "to" && first?.plain !== "quarter") return null;
  const minutes = second?.plain === "past" ? hour * 60 + amount : hour * 60 - amount;
  return made(tokens, at, at + 3, bothHalves(minutes));
}

const BEFORE_HOUR = new Set([
  "at",
  "until",
  "till",
  "by",
  "um",
  "bis",
  "ab",
  "before",
  "after",
  "las",
  "since",
]);
const UNITS =
  /^(?:min|minute|hour|hr|day|week|month|year|task|mail|email|event|meeting|people|item|%|percent|euro|dollar|stunde|tag|woche|monat|jahr|heure|jour|mois|hora|dia|mes)/;

/** '15:30', '3.30 pm', '3pm', '15h30', '15 Uhr', and behind 'at' also '3'. */
function readClock(tokens: readonly Token[], at: number): Read {
  const token = tokens[at];
  const hour = hourOf(token);
  if (hour === null) return null;
  let next = at + 1;
  let minute = 0;
  let hasMinute = false;
  const mark = tokens[next];
  const digits = tokens[next + 1];
  const isPair =
    mark?.isAttached && digits?.isAttached && /^\d\d$/.test(digits.text) && Number(digits.text) < 60;
  if (token?.kind === "digits" && isPair && /^(?:[:.]|h)$/.test(mark.plain)) {
    const half = halfOf(tokens, next + 2);
    // '12.50' is a price where no 'pm' follows.
    if (mark.text === "." && !half && tokens[next + 2]?.plain !== "uhr") return null;
    minute = Number(digits.text);
    hasMinute = true;
    next += 2;
    // The seconds of '15:30:00'.
    if (tokens[next]?.text === ":" && tokens[next]?.isAttached && isSeconds(tokens[next + 1])) next += 2;
  }
  const half = halfOf(tokens, next);
  const minutes = hour * 60 + minute;
  if (half) return made(tokens, at, half.next, [(minutes % 720) + (half.isAfternoon ? 720 : 0)]);
  const unit = tokens[next]?.plain ?? "";
  if (/^(?:uhr|h|heures?|o'clock)$/.test(unit) && token?.kind === "digits")
    return made(
      tokens,
      at,
      next + 1,
      unit === "o'clock" || unit === "uhr" ? bothHalves(minutes) : [minutes % 1440],
    );
  if (unit === "o'clock") return made(tokens, at, next + 1, bothHalves(minutes));
  if (hasMinute)
    return made(tokens, at, next, token?.text.startsWith("0") ? [minutes % 1440] : bothHalves(minutes));
  return readBareHour(tokens, at, minutes);
}

const isSeconds = (token: Token | undefined) => token?.isAttached === true && /^\d\d$/.test(token.text);

/** 'At 3', 'from 9 to 10:30', 'until five': no unit follows. */
function readBareHour(tokens: readonly Token[], at: number, minutes: number): Read {
  const before = tokens[at - 1]?.plain ?? "";
  const next = tokens[at + 1];
  const isRange = /^(?:to|-|\u2013|until|bis)$/.test(next?.plain ?? "") && isClock(tokens, at + 2);
  const isLast =
    !next ||
    (next.kind === "sign" && !/^[-%\u20ac$\u00a3]$/.test(next.text)) ||
    /^(?:on|and|or|today|tomorrow|und|et|y)$/.test(next.plain);
  const isNamed = /^(?:at|until|till|um)$/.test(before) || isRange || (BEFORE_HOUR.has(before) && isLast);
  if (
    !isNamed ||
    UNITS.test(next?.plain ?? "") ||
    (next && /^[.,%]$/.test(next.text) && next.isAttached && tokens[at + 2]?.isAttached)
  )
    return null;
  if (/^(?:least|most)$/.test(next?.plain ?? "") || /^(?:the|a|an|one)$/.test(next?.plain ?? "")) return null;
  return made(tokens, at, at + 1, bothHalves(minutes));
}

/** Whether a time with minutes, or with 'am' or 'pm', stands there. */
function isClock(tokens: readonly Token[], at: number): boolean {
  if (hourOf(tokens[at]) === null) return false;
  return (
    (tokens[at + 1]?.text === ":" && tokens[at + 2]?.kind === "digits") || halfOf(tokens, at + 1) !== null
  );
}

function halfOf(tokens: readonly Token[], at: number): { isAfternoon: boolean; next: number } | null {
  const token = tokens[at];
  if (token && /^[ap]m$/.test(token.plain)) return { isAfternoon: token.plain === "pm", next: at + 1 };
  const [, dot, second, last] = tokens.slice(at, at + 4);
  if (!token || !/^[ap]$/.test(token.plain) || dot?.text !== "." || second?.plain !== "m") return null;
  return { isAfternoon: token.plain === "p", next: last?.text === "." && last.isAttached ? at + 4 : at + 3 };
}
