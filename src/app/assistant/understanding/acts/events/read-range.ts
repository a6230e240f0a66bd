import type { Turn } from "../../../intent.ts";
import { readTime } from "../../times/read-time.ts";

const HOUR_WORD = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve";
/** A time of day in words or digits. */
export const CLOCK = `(?:noon|midday|midnight|(?:half(?: past)?|quarter past|quarter to) (?:${HOUR_WORD}|\\d{1,2})|\\d{1,2}[:.]\\d\\d(?: ?[ap]\\.?m\\b)?|\\d{1,2}(?: ?[ap]\\.?m\\b)?|${HOUR_WORD})(?: ?o'?clock)?`;
const RANGE = new RegExp(
  `(?<![\\w/.:-])(from |between )?(${CLOCK})( to | till | until | til | and | ?[-\u2013] ?)(${CLOCK})(?![\\w:])`,
  "i",
);
const HALF_DAY = 43_200_000;

export type Range = { from: Date; to: Date /** The words around it. */; rest: string };

/** The times of 'from 10 to 11', '2-3', 'eight till half nine' on the day of `day`; null for other words. */
export function readRange(turn: Pick<Turn, "context" | "timeZone">, words: string, day: Date): Range | null {
  const [whole, lead = "", first = "", link = "", last = ""] = RANGE.exec(words) ?? [];
  if (!whole) return null;
  const isWord = link.trim().toLowerCase();
  if (isWord === "and" && !/between/i.test(lead)) return null;
  // 'Ten to eleven' is a time, and '5-10' before a unit an amount.
  if (isWord === "to" && lead === "" && /^(?:five|ten|twenty)$/i.test(first)) return null;
  if (new RegExp(`${last}(?: ?(?:min|hour|day|week|month)|\\d|[/.-]\\d)`, "i").test(words)) return null;
  const [start, end] = [first, last].map((clock) => readTime(turn, `at ${clock}`, day));
  if (!start?.hasTime || !end?.hasTime) return null;
  const isHalf = /[ap]\.?m/i.test(last) && !/[ap]\.?m|noon|:/i.test(first);
  const same = isHalf ? readTime(turn, `at ${first} ${/p\.?m/i.test(last) ? "pm" : "am"}`, day) : null;
  const from = same && same.at < end.at ? same.at : start.at;
  const to = end.at > from ? end.at : new Date(end.at.getTime() + HALF_DAY);
  if (to <= from || to.getTime() - from.getTime() > HALF_DAY * 1.5) return null;
  return { from, to, rest: words.replace(whole, " ").replaceAll(/ {2,}/g, " ").trim() };
}
