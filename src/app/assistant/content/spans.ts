import { type Dated, datesIn } from "./dates-in.ts";
import type { Kind } from "./question.ts";
import { amountOf } from "./read-amount.ts";

/** A piece of a sentence that may be an answer, as it is shown. */
export type Span = { kind: Kind; shown: string; start: number; end: number };

const NUMBER = "\\d[\\d.,']*(?:-{1,2}|\\b)";
const SCALE = "(?: ?(?:k|thousand|million|mio|mn|m|billion|bn)\\b)?";
const CURRENCY = "(?:EUR|USD|CHF|GBP|SEK|NOK|DKK|euros?|dollars?|pounds?|francs?|cents?)";
const MONEY = new RegExp(
  `(?:[€$£]|\\b${CURRENCY}) ?${NUMBER}${SCALE}|${NUMBER}${SCALE} ?(?:[€$£]|${CURRENCY}\\b)`,
  "gi",
);
/** In a line about money: '26,700', '115k', '1.2 million', '82,000', '164,--'. */
const BARE_MONEY =
  /(?<![\w.,/-])(?:\d{1,3}(?:[.,']\d{3})+(?:[.,]\d\d)?|\d+[.,]\d\d(?!\d)|\d[\d.,]* ?(?:k|million|mio|mn|bn)\b|\d+,-{1,2}|\d{2,6})(?![\w%])/gi;
const PERCENT = /\d[\d.,]*(?: ?%| ?per ?cent\b| ?percent\b| percentage points?| basis points| ?bps\b)/gi;
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
const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** The pieces of a kind in a sentence of a record that was written at `at`. */
export function spansIn(text: string, kind: Kind, at: Date, timeZone: string): Span[] {
  const found = (pattern: RegExp, show: (piece: string) => string = (piece) => piece): Span[] =>
    [...text.matchAll(pattern)].map(({ 0: piece, index }) => ({
      ...{ kind, shown: show(piece.trim()), start: index, end: index + piece.length },
    }));
  switch (kind) {
    case "money":
      return moneyIn(text, found);
    case "percent":
      return found(PERCENT, amountOf);
    case "duration":
      return found(DURATION);
    case "time":
      return found(TIME);
    case "number":
      return [...found(COUNT, amountOf), ...found(NUMBER_WORD)];
    case "code":
      return found(CODE);
    case "phone":
      return found(PHONE);
    case "address":
      return found(ADDRESS);
    case "date":
      return datesIn(text, at, timeZone).map(asSpan);
    default:
      return [];
  }
}

const asSpan = ({ shown, start, end }: Dated): Span => ({ kind: "date", shown, start, end });

function moneyIn(text: string, found: (pattern: RegExp, show?: (piece: string) => string) => Span[]): Span[] {
  const marked = found(MONEY, amountOf);
  const bare = found(BARE_MONEY, amountOf).filter(
    ({ start, end }) =>
      !marked.some((other) => start < other.end && end > other.start) && !isYear(text.slice(start, end)),
  );
  return [...marked, ...bare.map((span) => ({ ...span }))].sort((one, other) => one.start - other.start);
}

const isYear = (digits: string) => /^(?:19|20)\d\d$/.test(digits);
