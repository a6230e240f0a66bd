const NUMBERS: Readonly<Record<string, number>> = Object.fromEntries(
  "one two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, index) => [word, index + 1]),
);
const NUMBER = `\\d{1,2}|${Object.keys(NUMBERS).join("|")}`;

export type Clock = {
  /** Minutes from midnight; before noon where it may be both. */
  minutes: number;
  /** Whether it cannot be twelve hours later as well. */
  isExact: boolean;
};

const CLOCK = new RegExp(
  [
    "\\b(noon|midday|midnight)\\b",
    `\\bhalf (?:past )?(${NUMBER})\\b(?! (?:an )?hours?)`,
    `\\bquarter (past|to) (${NUMBER})\\b`,
    `\\b(\\d{1,2}|five|ten|twenty) (past|minutes to|minutes past) (${NUMBER})\\b`,
    `\\b(\\d{1,2})[:.h](\\d\\d)(?!\\d)`,
    `\\b(${NUMBER})\\b(?! (?:days?|hours?|minutes?|weeks?|weekdays)\\b)`,
  ].join("|"),
  "gi",
);

const HALF_DAY = 12 * 60;
const DAY = 24 * 60;

/** The times of day in a text, in order: '9', 'half past eight', '17:30', '6 pm', 'noon'. */
export function clocksIn(text: string): (Clock & { start: number; end: number })[] {
  const found: (Clock & { start: number; end: number })[] = [];
  const plain = text.toLowerCase().replaceAll(/(?<=\d)(?=[ap]\.?m\b)/g, " ");
  for (const match of plain.matchAll(CLOCK)) {
    const minutes = minutesOf(match);
    const start = match.index;
    const end = start + match[0].length;
    if (minutes === null) continue;
    const [, half] = /^(?: o'?clock)? ?([ap])\.?m\b/.exec(plain.slice(end)) ?? [];
    if (minutes > DAY) continue;
    const hour = Math.floor(minutes / 60);
    if (half && hour > 12) continue;
    const isExact = half !== undefined || hour > 12 || match[1] !== undefined || /^0\d/.test(match[0]);
    const base =
      half === "p" && hour < 12
        ? minutes + HALF_DAY
        : half === "a" && hour === 12
          ? minutes - HALF_DAY
          : minutes;
    found.push({ minutes: base, isExact, start, end });
  }
  return found;
}

function minutesOf(match: RegExpMatchArray): number | null {
  const [, word, half, quarter, quarterOf, some, side, of, hour, minute, whole] = match;
  if (word) return word === "midnight" ? 0 : HALF_DAY;
  if (half) return number(half) * 60 + 30;
  if (quarterOf) return number(quarterOf) * 60 + (quarter === "to" ? -15 : 15);
  if (some && of) return number(of) * 60 + number(some) * (side === "minutes to" ? -1 : 1);
  if (hour) return Number(minute) < 60 ? Number(hour) * 60 + Number(minute) : null;
  return whole ? number(whole) * 60 : null;
}

const number = (word: string): number => NUMBERS[word] ?? (word === "twenty" ? 20 : Number(word));

export type Hours = { from: number; to: number };

/** The working hours that the words name: of two times the second is the later one, as in 'nine to five'. */
export function workingHoursIn(text: string): Partial<Hours> | null {
  const [first, second] = clocksIn(text);
  if (!first) return null;
  if (!second) {
    const isEnd = /\b(?:until|till|end|ends|finish|done|stop|leave|over|go home)\b/i.test(text);
    return isEnd ? { to: afternoon(first) } : { from: first.minutes };
  }
  const from = first.minutes;
  const to = !second.isExact && second.minutes <= from ? second.minutes + HALF_DAY : second.minutes;
  return to > from ? { from, to } : null;
}

/** A day of work that ends at 'five' ends in the afternoon. */
const afternoon = ({ minutes, isExact }: Clock): number =>
  !isExact && minutes < HALF_DAY && minutes < 9 * 60 ? minutes + HALF_DAY : minutes;

/** Quiet hours begin in the evening and end in the morning where the words leave it open. */
export function quietHoursIn(text: string): Hours | null {
  const clocks = clocksIn(text);
  const [first, second] = clocks.slice(-2);
  if (!first || !second) return null;
  const isNoon = first.minutes === HALF_DAY && first.isExact;
  const from =
    !first.isExact && first.minutes < HALF_DAY && first.minutes > 4 * 60
      ? first.minutes + HALF_DAY
      : first.minutes;
  const to =
    isNoon && !second.isExact && second.minutes < HALF_DAY ? second.minutes + HALF_DAY : second.minutes;
  return { from: from % DAY, to: to % DAY };
}

/** '07:30'. */
export const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

const DAYS = "sun mon tue wed thu fri sat".split(" ");
const DAY_NAME = "(mon|tue|wed|thu|fri|sat|sun)[a-z]*";
const RANGE = new RegExp(
  `\\b${DAY_NAME}(?: ?[-\u2013\u2014] ?| to | through | till | until )${DAY_NAME}`,
  "i",
);

/** The weekdays that the words name, Sunday is 0; null for none. */
export function weekdaysIn(text: string): number[] | null {
  if (/\b(?:weekdays|working days|week days)\b/i.test(text)) return [1, 2, 3, 4, 5];
  if (/\b(?:every day|daily|all week|seven days)\b/i.test(text)) return [0, 1, 2, 3, 4, 5, 6];
  const range = RANGE.exec(text);
  const days = new Set<number>();
  if (range) {
    const first = DAYS.indexOf((range[1] ?? "").toLowerCase());
    const last = DAYS.indexOf((range[2] ?? "").toLowerCase());
    for (let day = first; ; day = (day + 1) % 7) {
      days.add(day);
      if (day === last) break;
    }
  }
  for (const [, name = ""] of text.matchAll(new RegExp(`\\b${DAY_NAME}`, "gi")))
    days.add(DAYS.indexOf(name.slice(0, 3).toLowerCase()));
  if (/\bweekends?\b/i.test(text)) for (const day of [0, 6]) days.add(day);
  return days.size > 0 ? [...days].sort() : null;
}
