const DAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const NAMES = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const WEEKDAY = "(sun|mon|tue|wed|thu|fri|sat)(?:day|sday|nesday|rsday|urday|s|rs|r)?";
const EVERY = new RegExp(`\\b(?:every|each) ${WEEKDAY}\\b`, "i");
const PLURAL = /\b(?:on )?(sun|mon|tues|wednes|thurs|fri|satur)days\b/i;
const SIMPLE: readonly (readonly [RegExp, string])[] = [
  [/\b(?:every|each) (?:weekday|working day|work day)\b/i, "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
  [/\b(?:fortnightly|bi-?weekly|every (?:two|2|other|second) weeks?)\b/i, "FREQ=WEEKLY;INTERVAL=2"],
  [/\b(?:every|each) day\b|\bdaily\b/i, "FREQ=DAILY"],
  [/\b(?:every|each|once a|a) week\b|\bweekly\b/i, "FREQ=WEEKLY"],
  [/\b(?:every|each|once a) month\b|\bmonthly\b/i, "FREQ=MONTHLY"],
  [/\b(?:every|each|once a) (?:quarter|three months)\b|\bquarterly\b/i, "FREQ=MONTHLY;INTERVAL=3"],
  [/\b(?:every|each|once a) year\b|\b(?:yearly|annually)\b/i, "FREQ=YEARLY"],
];
/** What no simple rule has. */
const OTHER =
  /\b(?:every|each) (?:other|second|third|first|last|\d+|two|three|four|few)\b|\brepeat(?:s|ing|ed)?\b|\brecurring\b/i;

const OF_MONTH =
  /\b(?:first|second|third|fourth|last) \w+ (?:of|in) (?:every|each|the) (?:month|quarter|year)\b/i;

type Repeat = { rule: string /** The words for it. */; words: string };

/** The rule by which the words let something repeat; 'unclear' for one that is not understood, null for none. */
export function readRepeat(words: string): Repeat | "unclear" | null {
  const [named, day = ""] = EVERY.exec(words) ?? PLURAL.exec(words) ?? [];
  const simple = SIMPLE.map(([pattern, rule]) => ({ rule, words: pattern.exec(words)?.[0] ?? "" })).find(
    (each) => each.words !== "",
  );
  if (OF_MONTH.test(words) || (OTHER.test(words) && !simple)) return "unclear";
  if (named) {
    const by = DAYS[NAMES.indexOf(day.slice(0, 3).toLowerCase())];
    const rule = simple?.rule.startsWith("FREQ=WEEKLY") ? simple.rule : "FREQ=WEEKLY";
    return { rule: `${rule};BYDAY=${by}`, words: named };
  }
  return simple ?? null;
}

/** A time as of the first one: 'every Tuesday at 5' is 'Tuesday at 5'. */
export const withoutRepeat = (when: string): string =>
  when
    .replace(/\b(?:every|each) (?=sun|mon|tue|wed|thu|fri|sat)/i, "")
    .replace(/\b(sun|mon|tues|wednes|thurs|fri|satur)days\b/i, "$1day")
    .replaceAll(
      /\b(?:every|each) (?:week|day|month|year|weekday|working day)\b|\b(?:weekly|monthly|daily|yearly)\b/gi,
      "",
    )
    .replaceAll(/ {2,}/g, " ")
    .trim();
