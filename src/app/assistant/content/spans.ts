import { type Dated, datesIn } from "./dates-in.ts";
import type { Kind } from "./question.ts";
import { amountOf } from "./read-amount.ts";

/** A piece of a sentence that may be an answer, as it is shown. */
export type Span = { kind: Kind; shown: string; start: number; end: number };

const NUMBER = "\\d[\\d.,']{0,14}(?:-{1,2})?";
const SCALE = "(?: ?(?:k|thousand|million|mio|mn|m|billion|bn)\\b)?";
const CURRENCY = "(?:EUR|USD|CHF|GBP|SEK|NOK|DKK|euros?|dollars?|pounds?|francs?|cents?)";
const MONEY = new RegExp(
  `(?:[€$£]|\\b${CURRENCY}) ?${NUMBER}${SCALE}|${NUMBER}${SCALE} ?(?:[€$£]|${CURRENCY}\\b)`,
  "gi",
);
/** In a line about money: '26,700', '115k', '1.2 million', '82,000', '164,--'. */
const BARE_MONEY =
  /(?<![\w.,/-])(?:\d{1,3}(?:[.,']\d{3}){1,4}(?:[.,]\d\d)?|\d{1,9}[.,]\d\d(?!\d)|\d{1,9}(?:[.,]\d{1,3})? ?(?:k|m|million|mio|mn|bn)\b|\d{1,9},-{1,2}|\d{2,6})(?![\w%])/gi;
const PERCENT = /\d[\d.,]{0,14}(?: ?%| ?per ?cent\b| ?percent\b| percentage points?| basis points| ?bps\b)/gi;
const COUNT_WORDS =
  "an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen|eighteen|twenty|thirty|forty|sixty|ninety|half a|half an|a couple of|several";
const DURATION = new RegExp(
  `\\b(?:\\d[\\d.,]*|${COUNT_WORDS})(?: (?:to|or|-) (?:\\d+|${COUNT_WORDS}))?[ -](?:(?:working|business|calendar|full|net|more|first) )?(?:minute|min|hour|day|night|week|month|quarter|year)s?\\b`,
  "gi",
);
const TIME =
  /\b\d{1,2}:\d\d(?: ?[ap]\.?m\b)?|\b\d{1,2}(?:\.\d\d)? ?[ap]\.?m\b\.?|\b(?:noon|midnight|midday)\b|\b\d{1,2} o'clock|\b\d{1,2}h\d\d\b|(?<=\bat )\d{1,2}\.\d\d\b/gi;
const NUMBER_WORD = new RegExp(`\\b(?:${COUNT_WORDS.replace("an?|", "")})\\b`, "gi");
const COUNT = new RegExp(`(?<![\\w.,/])${NUMBER}(?: ?(?:million|thousand|mio|k)\\b)?(?! ?%)`, "gi");
const CODE =
  /\b[A-Z]{2}\d\d(?: ?[\dA-Z]{4}){3,7}(?: ?[\dA-Z]{1,4})?\b|\b(?=[A-Z/-]{0,8}\d)[A-Z0-9][A-Z0-9/.-]{2,}[A-Z0-9]#?|\b[A-Z]{1,3} ?\d{2,5}\b|\b\d{1,3}[A-F]\b|\b\d{2,}#?(?![\w,])|(?<=\b(?:password|passcode|code|wifi)(?: is|:| =)? )\S{5,}/g;
const PHONE = /(?:\+|\b0)\d[\d ()/.-]{6,}\d|(?<=\bextension )\d{2,5}\b|(?<=\bext\.? )\d{2,5}\b/gi;
const ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g;

/** The pieces of a kind in a sentence of a record that was written at `at`. */
export function spansIn(text: string, kind: Kind, at: Date, timeZone: string): Span[] {
  const found = (pattern: RegExp, show: (piece: string) => string = (piece) => piece): Span[] =>
    [...text.matchAll(pattern)].map(({ 0: piece, index }) => ({
      ...{ kind, shown: show(piece.trim()), start: index, end: index + piece.length },
    }));
  const dates = () => datesIn(text, at, timeZone).map(asSpan);
  switch (kind) {
    case "money":
      return moneyIn(text, found, [...dates(), ...found(TIME), ...found(PERCENT), ...found(DURATION)]);
    case "percent":
      return found(PERCENT, amountOf);
    case "duration":
      return found(DURATION);
    case "time":
      return found(TIME);
    case "number":
      return without(
        [...found(COUNT, amountOf), ...found(NUMBER_WORD)].filter(
          ({ start }) => !LABELLED.test(text.slice(Math.max(0, start - 12), start)),
        ),
        [...dates(), ...found(TIME)],
      );
    case "code":
      return codesIn(found(CODE), [...dates(), ...found(TIME), ...found(MONEY)]);
    case "phone":
      return without(found(PHONE), dates());
    case "address":
      return found(ADDRESS);
    case "date":
      return preciseOf(dates());
    default:
      return [];
  }
}

/** 'Hall 5', 'gate 2', '§ 4': a name and no number of something. */
const LABELLED =
  /(?:\b(?:hall|gate|line|phase|clause|point|module|version|no|salon|room|year|q|pr|page|item|lot)\.? |§ ?|[#v])$/i;

/** A long code may have digits like a year; two digits alone are no code. */
const codesIn = (codes: readonly Span[], others: readonly Span[]) => {
  const long = codes.filter(({ start, end }) => end - start >= 12);
  const short = without(codes, others).filter(({ shown }) => shown.length >= 3 || /[A-Z]/.test(shown));
  return [...long, ...short.filter((code) => !long.includes(code))].sort(
    (one, other) => one.start - other.start,
  );
};

const without = (spans: readonly Span[], others: readonly Span[]) =>
  spans.filter((span) => !others.some(({ start, end }) => span.start < end && span.end > start));

/** A month or a year alone only where no day is named. */
const preciseOf = (dates: readonly Span[]) => {
  const days = dates.filter(({ shown }) => /\b[A-Z][a-z]{2} \d{1,2}\b/.test(shown));
  return days.length > 0 ? days : [...dates];
};

const asSpan = ({ shown, start, end }: Dated): Span => ({ kind: "date", shown, start, end });

type Find = (pattern: RegExp, show?: (piece: string) => string) => Span[];
const MONEY_WORDS =
  /\b(?:price|cost|fee|rent|amount|salary|wage|base|bonus|budget|revenue|turnover|ebitda|mrr|arr|valuation|pre-money|premium|penalty|charge|credit|offer|pay|paid|total|net|gross|spend|a month|a year|per (?:year|month|night|tonne|head|jar|day)|wants?|asks? for|for all|overdue|owe|cheaper|saves?|costs|hold|capped|up to|limit)/i;

/** Amounts with a currency; without one numbers as amounts are written, in a sentence about money. */
function moneyIn(text: string, found: Find, others: readonly Span[]): Span[] {
  const marked = found(MONEY, amountOf);
  const isAboutMoney = marked.length > 0 || MONEY_WORDS.test(text);
  const bare = without(found(BARE_MONEY, amountOf), [...marked, ...others]).filter(({ start, end }) => {
    const digits = text.slice(start, end);
    if (/^(?:19|20)\d\d$/.test(digits) || LABELLED.test(text.slice(Math.max(0, start - 12), start)))
      return false;
    return /[.,']\d|[a-z]$|,-/i.test(digits) || (isAboutMoney && digits.length >= 3);
  });
  return [...marked, ...bare].sort((one, other) => one.start - other.start);
}
