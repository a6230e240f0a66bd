import { REQUEST } from "#platform/language/cue-words.ts";
import { DANGLES, GREETING, HEADING, REFERS } from "./summary-cues.ts";

const GREETING_END = /^[^,:!?\n]{0,50}[,:!](?:\s+|$)/u;
/** An amount, a measurement or a number of several digits. */
export const FIGURE =
  /\d[\d.,]*(?: ?(?:%|€|\$|£|eur|euros?|dollars?|pounds?|million|thousand|prozent|franken))?/iu;
/** What a longer mail may have: its beginning, what is wanted, and what that stands on. */
export const MAX_LONG = 900;

/** A list with its items. */
export const isList = (unit: string): boolean => (unit.match(MARKS)?.length ?? 0) > 1;
const MARKS = /(?<= |^)(?:[-*•–]|\(?[a-h1-9][0-9]?[.)]) (?=\S)/gu;
/** 'Hi team, the lift is broken.' → 'the lift is broken.'; nothing of a greeting alone, nor of 'Ada' above the text. */
export function withoutGreeting(sentence: string, place: number): string[] {
  if (place === 0 && (ONLY_NAME.test(sentence) || /^[^.?!]{1,40},$/u.test(sentence))) return [];
  if (!GREETING.test(sentence)) return [sentence];
  const rest = sentence.replace(GREETING_END, "");
  const isAlone = rest === sentence && sentence.split(/\s+/).length <= 4 && !/[.?]$/.test(sentence);
  if (isAlone || rest === "" || (rest !== sentence && ONLY_NAME.test(rest))) return [];
  // 'Sehr geehrte Kundin, sehr geehrter Kunde,'
  return rest !== sentence && GREETING.test(rest) && /,$/u.test(rest) ? [] : [rest.replace(NAME_START, "")];
}
const ONLY_NAME = /^\p{Lu}[\p{L}'’-]{1,20}(?: \p{Lu}[\p{L}'’-]{1,20})?[,:!]{0,3}$/u;
const NAME_START = /^\p{Lu}\p{L}{1,20}[:!]\s+/u;

/** What stands below the text without being a sentence: an office, 'With love from us both,'. */
export function withoutFoot(units: readonly string[]): string[] {
  const last = units.at(-1) ?? "";
  const isFoot =
    units.length > 1 &&
    last.length < MAX_FOOT &&
    !/[.!?…:)]$/u.test(last) &&
    !FIGURE.test(last) &&
    !REQUEST.test(last) &&
    /[.!?]$/u.test(units.at(-2) ?? "");
  return isFoot ? withoutFoot(units.slice(0, -1)) : [...units];
}
const MAX_FOOT = 60;

/** Sentences with what they refer to, and lists with their items: a part of them alone says nothing. */
export function unitsOf(sentences: readonly string[]): string[] {
  const units: string[] = [];
  for (let at = 0; at < sentences.length; at += 1) {
    const sentence = sentences[at] ?? "";
    const items = sentences.slice(at, at + MAX_ITEMS_SPAN);
    const last = ITEM.test(sentence) ? at + items.findLastIndex((each) => ITEM.test(each)) : at;
    const previous = units.at(-1) ?? "";
    if (last > at) {
      const list = compact(sentences.slice(at, last + 1));
      const isLead = /[:;]$/.test(previous) && previous.length + list.length <= MAX_LONG;
      units.splice(isLead ? -1 : units.length, isLead ? 1 : 0, isLead ? `${previous} ${list}` : list);
      at = last;
    } else if (
      (isRowOf(previous, sentence) ||
        REFERS.test(sentence) ||
        DANGLES.test(sentence) ||
        HEADING.test(previous)) &&
      previous !== "" &&
      previous.length + sentence.length <= MAX_UNIT
    )
      units[units.length - 1] = `${previous} ${sentence}`;
    else units.push(sentence);
  }
  return units;
}
const ITEM = /^(?:[-*•–]|\(?[a-h1-9][0-9]?[.)])\s/u;
/** Sentences from the first item of a list to the last. */
const MAX_ITEMS_SPAN = 24;
const MAX_UNIT = 430;
/** 'HD-40: from USD 1,280 to USD 1,395' below 'our prices from 1 January:' */
const isRowOf = (previous: string, line: string): boolean =>
  line.length < MAX_ROW &&
  FIGURE.test(line) &&
  !/[?]$/.test(line) &&
  (previous.endsWith(":") || (previous.includes(": ") && !/[.!?…]$/.test(previous)));
const MAX_ROW = 70;
const MAX_LIST = 640;

/** The items in full where there is room, else the beginning of each. */
function compact(items: readonly string[]): string {
  const whole = items.join(" ");
  if (whole.length <= MAX_LIST) return whole;
  const starts = items.filter((item) => ITEM.test(item));
  const room = Math.max(24, Math.floor(MAX_LIST / starts.length));
  return starts
    .map((item) =>
      item.length <= room
        ? item
        : `${item
            .slice(0, room)
            .replace(/(?<!\s)\s+\S*$/, "")
            .replace(/[,;:(]$/, "")}…`,
    )
    .join(" ");
}
