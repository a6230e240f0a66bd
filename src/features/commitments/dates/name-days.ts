import { wordSet } from "../grammar/word-classes.ts";
import { readRelative } from "./add-amounts.ts";
import {
  isNow,
  later,
  type NamedDay,
  type Reading,
  toNextWeek,
  toWeekday,
  type Words,
  type Written,
} from "./calendar-days.ts";

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);

const FRIDAY = 5;

/** The day that the words at this place name. */
export function namedDayAt(words: Words, at: number, written: Written): NamedDay | null {
  for (const read of READINGS) {
    const found = read(words, at, written);
    if (found) return found;
  }
  return null;
}

/** A day of a month with its name or in numbers: '2 March 2026', '2026-03-02', '2.3.2026'. */
export function calendarDayAt(words: Words, at: number, written: Written): NamedDay | null {
  const day = readNumeric(words, at, written) ?? readCalendar(words, at, written);
  // 'the 14th' alone is of any month.
  return day && (day.length > 1 || !/[a-z]$/.test(words[at] ?? "")) ? day : null;
}

/** 0 is Sunday; -1 if the word is no weekday. Short ones that are also words need a preposition. */
function weekdayOf(words: Words, at: number): number {
  const word = words[at] ?? "";
  const before = words[at - 1] ?? "";
  const isPossessive = word.endsWith("'s");
  if (isPossessive && !/^(?:on|in|at|before|by|for|after)$/.test(before)) return -1;
  const bare = isPossessive ? word.slice(0, -2) : word;
  if (/^(?:sat|sun|wed|mon|fri|tue|thu)$/.test(bare)) {
    const isPartOfDay = /^(?:morning|afternoon|evening|night|am|pm)$/.test(words[at + 1] ?? "");
    const isVerb =
      !isPartOfDay &&
      (/^(?:i|he|she|we|they|you|who|the|a|has|have|had|just|already|is|in|of)$/.test(before) ||
        /^(?:down|there|with|still|through|shine|down|beside)$/.test(words[at + 1] ?? ""));
    return isVerb ? -1 : WEEKDAYS.findIndex((day) => day.startsWith(bare));
  }
  return WEEKDAYS.indexOf(bare);
}

const readWeekday: Reading = (words, at, written) => {
  const isNext = words[at] === "next";
  const isThis = words[at] === "this" || words[at] === "coming";
  const place = isNext || isThis ? at + 1 : at;
  const weekday = weekdayOf(words, place);
  if (weekday < 0 || words[at - 1] === "last" || words[at - 1] === "every") return null;
  const dated = /^(?:the|,|-)$/.test(words[place + 1] ?? "") ? place + 2 : place + 1;
  const ofMonth = readCalendar(words, dated, written);
  if (ofMonth) return { ...ofMonth, length: dated - at + ofMonth.length };
  const length = place - at + 1;
  const numbered = numberedAt(words, place, weekday, written);
  if (numbered) return { ...numbered, length: length + numbered.length };
  if (isNext || (words[place + 1] === "next" && words[place + 2] === "week"))
    return later(written, toNextWeek(written) + ((weekday + 6) % 7), isNext ? length : length + 2);
  const days = toWeekday(written, weekday) || (isThis ? 0 : 7);
  if (words[place + 1] === "week" || (words[at - 2] === "week" && words[at - 1] === "on"))
    return later(written, days + 7, length + 1);
  if (words[at - 1] === "from" && words[at - 2] === "week") return later(written, days + 7, length);
  return later(written, days, length);
};

/** 'fri 18th', 'Tuesday the 21st', 'Saturday 26': the next such weekday with this number. Small numbers may be hours. */
function numberedAt(words: Words, place: number, weekday: number, written: Written): NamedDay | null {
  const from = words[place + 1] === "the" ? place + 2 : place + 1;
  const day = dayNumber(words[from]);
  const isHour =
    /^\d+$/.test(words[from] ?? "") && (day <= 12 || /^[.:]?\d*(?:am|pm|h)$/.test(words[from + 1] ?? ""));
  if (day === 0 || isHour) return null;
  const { year, month } = written.clock;
  for (let ahead = 0; ahead < 4; ahead += 1) {
    const date = new Date(Date.UTC(year, month - 1 + ahead, day));
    const isOver = ahead === 0 && day < written.clock.day;
    if (!isOver && date.getUTCDate() === day && date.getUTCDay() === weekday)
      return { year, month: month + ahead, day, length: from - place };
  }
  return null;
}

const TODAY = wordSet("today tonight tonite");
const DAY_PARTS = wordSet("morning afternoon arvo evening noon night lunchtime");
const readNear: Reading = (words, at, written) => {
  const [word = "", next = "", after = ""] = words.slice(at, at + 3);
  if (TODAY.has(word) || word === "today's") return word.endsWith("s") ? null : later(written, 0, 1);
  if (isNow(words, at)) return { ...later(written, 0, 1), isWeak: true };
  if (word === "this" && DAY_PARTS.has(next)) return later(written, 0, 2);
  if (word === "day" && next === "after" && after === "tomorrow") return later(written, 2, 3);
  if (word === "tomorrow")
    return later(written, words[at - 2] === "week" && words[at - 1] === "from" ? 8 : 1, 1);
  if (word === "in" && next === "the" && after === "morning")
    return later(written, written.clock.hour < 5 || TODAY.has(words[at - 1] ?? "") ? 0 : 1, 3);
  const part = next === "the" ? after : next;
  if (word === "in" && /^(?:afternoon|evening)$/.test(part))
    return { ...later(written, 0, next === "the" ? 3 : 2), isWeak: true };
  if (word === "first" && next === "thing") return { ...later(written, 1, 2), isWeak: true };
  if (/^(?:at|before|by|after|over)$/.test(word) && /^(?:lunch|lunchtime|work|dinner|breakfast)$/.test(next))
    return { ...later(written, 0, 2), isWeak: true };
  if (word === "later" && next === "on") return null;
  return null;
};

const readEndOfDay: Reading = (words, at, written) => {
  const [word = "", next = "", after = ""] = words.slice(at, at + 3);
  const weak = (length: number): NamedDay => ({ ...later(written, 0, length), isWeak: true });
  if (/^(?:eod|cob|cop)$/.test(word)) return weak(1);
  if (word === "close" && next === "of" && /^(?:business|play)$/.test(after)) return weak(3);
  if (word === "day" && next === "is" && /^(?:out|over)$/.test(after)) return weak(3);
  if (word !== "end" || next !== "of") return null;
  const place = /^(?:the|my|our|your)$/.test(after) ? at + 3 : at + 2;
  return /^(?:day|play|business)$/.test(words[place] ?? "") ? weak(place - at + 1) : null;
};

const readWeek: Reading = (words, at, written) => {
  const [word = "", next = "", after = ""] = words.slice(at, at + 3);
  const friday = toWeekday(written, FRIDAY);
  const weak = (days: number, length: number): NamedDay => ({
    ...later(written, days, length),
    isWeak: true,
  });
  if (word === "eow") return later(written, friday, 1);
  if (word === "weekend" || (word === "week" && next === "end")) {
    const after = words[at - 1] === "the" ? words[at - 2] : words[at - 1];
    if (after === "after") return later(written, toNextWeek(written), 1);
    const isBefore =
      /^(?:by|before)$/.test(words[at - 1] ?? "") || /^(?:by|before)$/.test(words[at - 2] ?? "");
    const sunday = toWeekday(written, 0) + (words[at - 1] === "next" ? 7 : 0);
    return /^(?:last|every)$/.test(words[at - 1] ?? "")
      ? null
      : later(written, isBefore ? sunday - 2 : sunday, 1);
  }
  if (word === "end" && next === "of") {
    const place = /^(?:the|this|next)$/.test(after) ? at + 3 : at + 2;
    if (words[place] === "week")
      return later(written, after === "next" ? toNextWeek(written) + 4 : friday, place - at + 1);
  }
  if (word === "next" && next === "week") {
    if (weekdayOf(words, at + 2) >= 0 || (words[at + 2] === "on" && weekdayOf(words, at + 3) >= 0)) {
      const place = words[at + 2] === "on" ? at + 3 : at + 2;
      return later(written, toNextWeek(written) + ((weekdayOf(words, place) + 6) % 7), place - at + 1);
    }
    return weak(toNextWeek(written) + (words[at - 1] === "early" ? 1 : 4), 2);
  }
  if (word === "week" && next === "is" && /^(?:out|over)$/.test(after)) return later(written, friday, 3);
  return word === "this" && next === "week" ? weak(friday < 0 ? 0 : friday, 2) : null;
};

/** 'a week from today', 'two weeks from Monday' */
const readFrom: Reading = (words, at, written) => {
  const [amount = "", unit = "", from = ""] = words.slice(at, at + 3);
  if (!/^weeks?$/.test(unit) || !/^(?:from|on|tomorrow|today)$/.test(from)) return null;
  const weeks = /^(?:a|one|1)$/.test(amount) ? 1 : /^(?:two|2)$/.test(amount) ? 2 : 0;
  const place = from === "from" || from === "on" ? at + 3 : at + 2;
  const word = words[place] ?? "";
  const weekday = weekdayOf(words, place);
  const days =
    word === "today" || word === "now"
      ? 0
      : word === "tomorrow"
        ? 1
        : weekday < 0
          ? -1
          : toWeekday(written, weekday) || 7;
  return weeks > 0 && days >= 0 ? later(written, days + 7 * weeks, place - at + 1) : null;
};

/** 'mid-March', 'mid-month', 'early June', 'the first week of June' */
const readPartOfMonth: Reading = (words, at, written) => {
  const { year, month } = written.clock;
  const on = (named: number, day: number, length: number): NamedDay | null =>
    named > 0 ? { year: named < month ? year + 1 : year, month: named, day, length } : null;
  const [word = "", next = "", after = "", last = ""] = words.slice(at, at + 4);
  const place = next === "-" ? at + 2 : at + 1;
  if (word === "mid")
    return words[place] === "month"
      ? on(month, 15, place - at + 1)
      : on(monthOf(words[place]), 15, place - at + 1);
  if (word === "middle" && next === "of") return on(monthOf(after), 15, 3);
  const named = monthOf(last);
  const first = new Date(Date.UTC(named < month ? year + 1 : year, named - 1, 1)).getUTCDay();
  const friday = 1 + ((FRIDAY - first + 7) % 7);
  const week = { first: friday, second: friday + 7, third: friday + 14 }[word];
  return week !== undefined && next === "week" && /^(?:of|in)$/.test(after) ? on(named, week, 4) : null;
};

const readMonthEnd: Reading = (words, at, written) => {
  const { year, month } = written.clock;
  const endOf = (ofMonth: number, length: number, ofYear = year): NamedDay => ({
    year: ofYear,
    month: ofMonth + 1,
    day: 0,
    length,
  });
  const [word = "", next = "", after = ""] = words.slice(at, at + 3);
  if (word === "eom" || (word === "month" && next === "end")) return endOf(month, 1);
  if (word === "next" && next === "month") return { ...endOf(month + 1, 2), isWeak: true };
  if (word === "this" && next === "month") return { ...endOf(month, 2), isWeak: true };
  const isEnd = (word === "end" || word === "the-end") && next === "of";
  if (!isEnd) return null;
  const place = /^(?:the|this|next)$/.test(after) ? at + 3 : at + 2;
  const length = place - at + 1;
  if (words[place] === "month") return endOf(after === "next" ? month + 1 : month, length);
  if (words[place] === "year") return { year, month: 12, day: 31, length };
  const named = monthOf(words[place]);
  return named > 0 ? endOf(named, length, named < month ? year + 1 : year) : null;
};

/** 1 is January; 0 if the word is no month. */
const monthOf = (word = "") =>
  word.length < 3 || (word.length > 3 && !MONTHS.includes(word) && word !== "sept")
    ? 0
    : MONTHS.findIndex((month) => month.startsWith(word)) + 1;
const dayNumber = (word = "") => {
  const [, digits = ""] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word) ?? [];
  const day = Number(digits);
  return day >= 1 && day <= 31 ? day : 0;
};

function onCalendar({ clock }: Written, month: number, day: number, length: number, year = 0): NamedDay {
  const isOver = month < clock.month || (month === clock.month && day < clock.day);
  return { year: year || (isOver ? clock.year + 1 : clock.year), month, day, length };
}

const readCalendar: Reading = (words, at, written) => {
  const day = dayNumber(words[at]);
  if (day > 0) {
    const skipped = words[at + 1] === "of" || words[at + 1] === "." ? 1 : 0;
    const month = monthOf(words[at + 1 + skipped]);
    if (month > 0) return onCalendar(written, month, day, 2 + skipped, yearAt(words, at + 2 + skipped));
    if (
      !/[a-z]$/.test(words[at] ?? "") ||
      /^(?:floor|street|century|birthday|anniversary|time|place|edition)$/.test(words[at + 1] ?? "")
    )
      return null;
    const { year, month: current, day: today } = written.clock;
    return { year, month: day < today ? current + 1 : current, day, length: 1 };
  }
  const month = monthOf(words[at]);
  const after = month > 0 ? dayNumber(words[at + 1]) : 0;
  return after > 0 ? onCalendar(written, month, after, 2, yearAt(words, at + 2)) : null;
};

const yearAt = (words: Words, at: number) => {
  const word = words[words[at] === "," ? at + 1 : at] ?? "";
  return /^20\d\d$/.test(word) ? Number(word) : 0;
};

const readNumeric: Reading = (words, at, written) => {
  const word = words[at] ?? "";
  const iso = /^(20\d\d)-(\d{1,2})-(\d{1,2})$/.exec(word);
  if (iso) return onCalendar(written, Number(iso[2]), Number(iso[3]), 1, Number(iso[1]));
  const [, first = "", mark = "", second = "", , year = ""] =
    /^(\d{1,2})([./-])(\d{1,2})(([./-])(\d{4}|\d\d))?$/.exec(word) ?? [];
  const isNamed = /^(?:by|on|before|the|until|due|for|from|latest)$/.test(words[at - 1] ?? "");
  if (first === "" || (year === "" && (!isNamed || (mark === "." && words[at - 1] === "the")))) return null;
  const isMonthFirst = mark === "/" && (written.isMonthFirst ? Number(first) <= 12 : Number(second) > 12);
  const [day, month] = (isMonthFirst ? [second, first] : [first, second]).map(Number) as [number, number];
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  return onCalendar(written, month, day, 1, year.length === 2 ? 2000 + Number(year) : Number(year));
};

const HOLIDAYS: Readonly<Record<string, [month: number, day: number]>> = {
  christmas: [12, 24],
  xmas: [12, 24],
  "new-year": [12, 31],
};
const readHoliday: Reading = (words, at, written) => {
  const [month, day] = Object.hasOwn(HOLIDAYS, words[at] ?? "")
    ? (HOLIDAYS[words[at] ?? ""] ?? [0, 0])
    : [0, 0];
  return month > 0 && /^(?:by|before|until)$/.test(words[at - 1] ?? "")
    ? onCalendar(written, month, day, 1)
    : null;
};

const READINGS: readonly Reading[] = [
  readFrom,
  readEndOfDay,
  readPartOfMonth,
  readWeek,
  readMonthEnd,
  readNumeric,
  readCalendar,
  readRelative,
  readWeekday,
  readNear,
  readHoliday,
];
