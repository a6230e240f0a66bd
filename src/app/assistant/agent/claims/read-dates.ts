import { dayInZone } from "#platform/time/wall-clock.ts";
import type { Clock, Value } from "./claim.ts";
import { MONTHS, RELATIVE_DAYS, type Token, WEEKDAYS } from "./tokens.ts";

const two = (part: number) => String(part).padStart(2, "0");
const DAY_MS = 86_400_000;

/** What a day proves: itself, its weekday, its month, its year, and how far it is from today. */
export function keysOfDay(day: string, clock: Clock): string[] {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at)) return [];
  const [year = "", month = "", date = ""] = day.split("-");
  const away = Math.round((at - todayOf(clock)) / DAY_MS);
  return [
    `d:${day}`,
    `md:${month}-${date}`,
    `w:${new Date(at).getUTCDay() || 7}`,
    `ym:${year}-${month}`,
    `m:${month}`,
    `y:${year}`,
    `dm:${Number(date)}`,
    `x:${Math.abs(away)}`,
  ];
}

const todays = new WeakMap<Clock, number>();

/** Midnight of today as if it were UTC; converted once for each clock, because days are read by the hundred. */
function todayOf(clock: Clock): number {
  const today = todays.get(clock) ?? Date.parse(`${dayInZone(clock.now, clock.timeZone)}T00:00:00Z`);
  todays.set(clock, today);
  return today;
}

type Read = { value: Value; next: number } | null;

/** Reads a day at this token; null where none begins. */
export function readDate(tokens: readonly Token[], at: number, clock: Clock): Read {
  const token = tokens[at];
  if (!token) return null;
  if (token.kind === "digits")
    return (
      readIso(tokens, at, clock) ??
      readNumeric(tokens, at, clock) ??
      readDayMonth(tokens, at, clock) ??
      readOrdinal(tokens, at)
    );
  if (token.kind !== "word") return null;
  return readMonthDay(tokens, at, clock) ?? readWeekday(tokens, at) ?? readRelative(tokens, at, clock);
}

const made = (
  tokens: readonly Token[],
  from: number,
  next: number,
  keys: string[],
  gives: string[],
): Read => ({
  value: {
    kind: "date",
    start: tokens[from]?.start ?? 0,
    end: tokens[next - 1]?.end ?? 0,
    keys,
    gives,
  },
  next,
});

const isSign = (token: Token | undefined, sign: string) => token?.text === sign && token.isAttached;

/** '2026-12-05', also in front of a time. */
function readIso(tokens: readonly Token[], at: number, clock: Clock): Read {
  const [year, dash, month, other, day] = tokens.slice(at, at + 5);
  if (year?.text.length !== 4 || !isSign(dash, "-") || month?.text.length !== 2) return null;
  if (!isSign(other, "-") || !/^\d\d$/.test(day?.text ?? "")) return null;
  const whole = `${year.text}-${month.text}-${day?.text}`;
  return made(tokens, at, at + 5, [`d:${whole}`], keysOfDay(whole, clock));
}

/** '5.12.2026', '05/12/2026', '5.12.': with a slash the month may stand first. */
function readNumeric(tokens: readonly Token[], at: number, clock: Clock): Read {
  const [first, sign, second, other, year] = tokens.slice(at, at + 5);
  const mark = sign?.text ?? "";
  if (
    !first ||
    !second ||
    !/^[./]$/.test(mark) ||
    !isSign(sign, mark) ||
    second.kind !== "digits" ||
    !second.isAttached
  )
    return null;
  if (first.text.length > 2 || second.text.length > 2) return null;
  const hasEnd = isSign(other, mark);
  const hasYear = hasEnd && year?.kind === "digits" && year.isAttached && /^(?:\d\d|\d{4})$/.test(year.text);
  if (!hasYear && !(mark === "." && hasEnd)) return null;
  const full = hasYear ? (year.text.length === 2 ? `20${year.text}` : year.text) : null;
  const orders = [
    [first.text, second.text] as const,
    ...(mark === "/" ? [[second.text, first.text] as const] : []),
  ];
  const found = orders.flatMap(([day, month]) => daysOf(Number(day), Number(month), full, clock));
  if (found.length === 0) return null;
  return made(
    tokens,
    at,
    at + (hasYear ? 5 : 4),
    found.map(({ key }) => key),
    found.flatMap(({ gives }) => gives),
  );
}

/** '5 December 2026', '5th of December', '5. Dezember', '5 de diciembre de 2026'. */
function readDayMonth(tokens: readonly Token[], at: number, clock: Clock): Read {
  const day = Number(tokens[at]?.text);
  let next = at + 1;
  if (isOrdinalEnd(tokens[next]) || isSign(tokens[next], ".")) next += 1;
  const after = tokens[next];
  if (after && /^(?:of|de|den)$/.test(after.plain)) next += 1;
  const month = MONTHS.get(tokens[next]?.plain ?? "");
  if (!month || day > 31) return null;
  next += 1;
  return withYear(tokens, at, next, { day, month }, clock);
}

/** 'December 5, 2026', 'Dec 5', 'December 2026', 'December'. */
function readMonthDay(tokens: readonly Token[], at: number, clock: Clock): Read {
  const token = tokens[at];
  const month = MONTHS.get(token?.plain ?? "");
  if (!token || !month) return null;
  let next = at + 1;
  if (isSign(tokens[next], ".")) next += 1;
  const number = tokens[next];
  const isDay =
    number?.kind === "digits" &&
    number.text.length < 3 &&
    Number(number.text) <= 31 &&
    !(isSign(tokens[next + 1], ":") && tokens[next + 2]?.isAttached);
  if (isDay) {
    next += isOrdinalEnd(tokens[next + 1]) ? 2 : 1;
    return withYear(tokens, at, next, { day: Number(number.text), month }, clock);
  }
  if (number && /^(?:19|20)\d\d$/.test(number.text)) {
    const keys = [`ym:${number.text}-${two(month)}`];
    return made(tokens, at, next + 1, keys, [...keys, `m:${two(month)}`, `y:${number.text}`]);
  }
  // 'May', 'march' and 'mar' are words of their own.
  const isName =
    /^\p{Lu}/u.test(token.text) && token.plain.length > 3 && !/^(?:mars|sept)$/.test(token.plain);
  if (!isName && !(token.text === "Mai" || token.text === "June")) return null;
  return made(tokens, at, at + 1, [`m:${two(month)}`], [`m:${two(month)}`]);
}

function withYear(
  tokens: readonly Token[],
  from: number,
  given: number,
  { day, month }: { day: number; month: number },
  clock: Clock,
): Read {
  let next = given;
  const skipped = /^(?:,|de|del|\.)$/.test(tokens[next]?.plain ?? "") ? 1 : 0;
  const year = tokens[next + skipped];
  const hasYear =
    year !== undefined &&
    /^(?:19|20)\d\d$/.test(year.text) &&
    !(isSign(tokens[next + skipped + 1], ":") && tokens[next + skipped + 2]?.isAttached);
  if (hasYear) next += skipped + 1;
  const found = daysOf(day, month, hasYear ? (year?.text ?? null) : null, clock);
  if (found.length === 0) return null;
  return made(
    tokens,
    from,
    next,
    found.map(({ key }) => key),
    found.flatMap(({ gives }) => gives),
  );
}

/** Without a year the one that is nearest to now. */
function daysOf(day: number, month: number, year: string | null, clock: Clock) {
  if (month < 1 || month > 12 || day < 1 || day > 31) return [];
  const rest = `${two(month)}-${two(day)}`;
  if (year) return [{ key: `d:${year}-${rest}`, gives: keysOfDay(`${year}-${rest}`, clock) }];
  const here = clock.now.getUTCFullYear();
  const near = [here - 1, here, here + 1]
    .map((each) => ({ each, away: Math.abs(Date.parse(`${each}-${rest}T12:00:00Z`) - clock.now.getTime()) }))
    .filter(({ away }) => !Number.isNaN(away))
    .sort((one, other) => one.away - other.away);
  return near
    .slice(0, 1)
    .map(({ each }) => ({ key: `md:${rest}`, gives: keysOfDay(`${each}-${rest}`, clock) }));
}

const isOrdinalEnd = (token: Token | undefined) =>
  token?.isAttached === true && /^(?:st|nd|rd|th|er)$/.test(token.plain);

/** 'the 5th'. */
function readOrdinal(tokens: readonly Token[], at: number): Read {
  if (!isOrdinalEnd(tokens[at + 1]) || tokens[at - 1]?.plain !== "the") return null;
  const keys = [`dm:${Number(tokens[at]?.text)}`];
  return made(tokens, at, at + 2, keys, keys);
}

function readWeekday(tokens: readonly Token[], at: number): Read {
  const token = tokens[at];
  const day = WEEKDAYS.get(token?.plain ?? "");
  if (!token || !day || !/^\p{L}/u.test(token.text)) return null;
  const isShort = /^(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)$/.test(token.plain);
  // 'It sat there' and 'the sun' are no days.
  if (isShort && !(/^\p{Lu}/u.test(token.text) && /^(?:[,.]|\d+)$/.test(tokens[at + 1]?.text ?? ",")))
    return null;
  return made(tokens, at, at + 1, [`w:${day}`], [`w:${day}`]);
}

function readRelative(tokens: readonly Token[], at: number, clock: Clock): Read {
  const token = tokens[at];
  const away = RELATIVE_DAYS.get(token?.plain ?? "");
  if (away === undefined || token?.plain === "once") return null;
  const before = tokens[at - 1]?.plain ?? "";
  // 'Am Morgen', 'por la manana': a part of a day. 'Hier' is 'here' in German.
  if (/^(?:am|den|jeden|la|guten|de)$/.test(before) && /^(?:morgen|manana)$/.test(token?.plain ?? ""))
    return null;
  if (token?.plain === "hier" && tokens.some(({ plain }) => /^(?:ist|sind|und|die|der|das)$/.test(plain)))
    return null;
  const day = dayInZone(new Date(clock.now.getTime() + away * DAY_MS), clock.timeZone);
  return made(tokens, at, at + 1, [`d:${day}`], keysOfDay(day, clock));
}
