import { startOfDay, wallClock } from "#platform/time/wall-clock.ts";

type Situation = { now: Date; timeZone: string };

/** A time as people write it, in words that are usual in dates: 'twenty past ten', 'the 24th', 'half three', 'eow'. */
export const inUsualTimes = (text: string, situation: Situation): string =>
  withDayOfMonth(text, situation)
    .replace(MINUTES_AROUND, minutesAround)
    .replace(/(?<![.,!?])[.,!?]+$/, "")
    .replaceAll(/(?<=\w),? (?=at |on )/g, " ")
    .replace(/\b(?:first thing|bright and early)(?: in the morning)?\b/gi, "at 9:00")
    .replace(/\bnoon-?ish\b|\blunch ?time\b|\bmidday\b/gi, "noon")
    .replace(/(?<=\d)-?ish\b/gi, "")
    .replace(/\b(\d{1,2})[.](\d\d)(?= ?[ap]m\b|$)/gi, "$1:$2")
    .replace(/\btues\b/gi, "tue")
    .replace(/\bweds\b/gi, "wed")
    .replace(/\bthurs\b/gi, "thu")
    .replace(/\b(tmrw|tmr|tomorow|tommorow|tommorrow|2moro)\b/gi, "tomorrow")
    .replace(/\b(close of (?:business|play)|cob)\b/gi, "eod")
    .replace(/\bend of (?:the |this )?week|eow\b/gi, "friday")
    .replace(/\ba\.m\.?/gi, "am")
    .replace(/\bp\.m\.?/gi, "pm")
    .replace(
      /\bhalf (?!past|an?\b|a\b)(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/gi,
      "half past $1",
    )
    .replace(HOUR_WORDS, (_, hour: string) => `at ${NUMBERS[hour.toLowerCase()]}`)
    .replace(/\b(?:at )?(\d{1,2}) ?o'?clock\b/gi, "at $1")
    .replace(
      /^(?:at )?(\d{1,2}(?::\d\d)?(?: ?[ap]m)?) (today|tonight|tomorrow|on \w+|this \w+|(?:mon|tues?|wed|thu(?:rs)?|fri|sat|sun)\w*)$/i,
      "$2 at $1",
    )
    .replace(/^at (at .*)$/, "$1");

const NUMBERS: Record<string, string> = Object.fromEntries(
  "one two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, index) => [word, String(index + 1)]),
);
const HOUR_WORDS =
  /(?<!past |to )\b(?:at )?(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?= o'?clock| (?:today|tomorrow|tonight|on|this|in the)\b| ?[ap]m\b|$)/gi;

const MINUTES: Record<string, number> = {
  five: 5,
  ten: 10,
  twenty: 20,
  "twenty-five": 25,
  "twenty five": 25,
};
const MINUTES_AROUND =
  /\b(?:at )?(five|ten|twenty|twenty[- ]five|\d{1,2})(?: minutes?)? (past|to|after|before|till?) (one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})\b(?! ?[:\d])/gi;

/** Hours up to six are in the afternoon, as in 'at 3'. */
function minutesAround(typed: string, minutes: string, side: string, hourWords: string): string {
  const hour = Number(NUMBERS[hourWords.toLowerCase()] ?? hourWords);
  const past = MINUTES[minutes.toLowerCase()] ?? Number(minutes);
  if (hour > 12 || past > 30 || (side === "to" && past === hour)) return typed;
  const inDay = hour <= 6 ? hour + 12 : hour;
  const ofDay = (24 + inDay) * 60 + (side === "past" || side === "after" ? past : -past);
  const two = (number: number) => String(number).padStart(2, "0");
  return `at ${two(Math.floor(ofDay / 60) % 24)}:${two(ofDay % 60)}`;
}

const WEEKDAY = "(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?";
const DAY_OF_MONTH = new RegExp(
  `\\b(?:(?:on |this |next |coming )?${WEEKDAY},? (?:the )?|(?:on )?the )(\\d{1,2})(?:st|nd|rd|th)\\b(?! of\\b| (?:january|february|march|april|may|june|july|august|september|october|november|december)\\b)`,
  "i",
);

/** 'The 24th' and 'Tuesday the 24th' are the next day with that number. */
function withDayOfMonth(text: string, { now, timeZone }: Situation): string {
  const [whole, number] = DAY_OF_MONTH.exec(text) ?? [];
  if (!whole) return text;
  const day = Number(number);
  for (let ahead = 0; ahead < 62; ahead += 1) {
    const clock = wallClock(startOfDay(now, timeZone, ahead), timeZone);
    if (clock.day !== day) continue;
    const two = (part: number) => String(part).padStart(2, "0");
    return text.replace(whole, `${clock.year}-${two(clock.month)}-${two(clock.day)}`);
  }
  return text;
}
