import { t } from "#i18n/message.ts";
import {
  formatClock,
  formatShortDate,
  formatShortDay,
  formatWeekday,
  type ZoneClock,
} from "#platform/time/format-in-zone.ts";
import { dayInZone } from "#platform/time/wall-clock.ts";
import type { Commitment } from "./commitment-model.ts";

type Owed = Pick<Commitment, "owedBy" | "party" | "partyName" | "what" | "due" | "hasTime">;

const DAY_MS = 86_400_000;
/** Within so many days a weekday names one day. */
const DAYS_NAMED = 6;

/** 'You owe Anna Berg the figures since Tuesday.', 'Ben owes you the contract, due today.' */
export function describeOwed(owed: Owed, now: Date, clock: ZoneClock): string {
  const name = owed.partyName || owed.party || "";
  const matter = matterOf(owed.what);
  const { due } = owed;
  const isMine = owed.owedBy === "me";
  if (due === null) return isMine ? t`You owe ${name} ${matter}.` : t`${name} owes you ${matter}.`;
  const day = nameDay(due, owed.hasTime, now, clock);
  if (day === null)
    return isMine ? t`You owe ${name} ${matter}, due today.` : t`${name} owes you ${matter}, due today.`;
  if (due < now)
    return isMine ? t`You owe ${name} ${matter} since ${day}.` : t`${name} owes you ${matter} since ${day}.`;
  return isMine ? t`You owe ${name} ${matter}, due ${day}.` : t`${name} owes you ${matter}, due ${day}.`;
}

/** '14:05' of today, 'Tuesday', 'Mar 5', 'Mar 5, 2026'; null: today, without a time. */
function nameDay(due: Date, hasTime: boolean, now: Date, clock: ZoneClock): string | null {
  const { timeZone } = clock;
  const [day, today] = [dayInZone(due, timeZone), dayInZone(now, timeZone)];
  if (day === today) return hasTime ? formatClock(due, clock) : null;
  if (Math.abs(Date.parse(day) - Date.parse(today)) <= DAYS_NAMED * DAY_MS)
    return formatWeekday(due, timeZone);
  return day.slice(0, 4) === today.slice(0, 4)
    ? formatShortDay(due, timeZone)
    : formatShortDate(due, timeZone);
}

const GIVING = new Set("send forward email mail return deliver".split(" "));
const BESIDE = new Set("you me us".split(" "));
const ARTICLES = new Set("the a an".split(" "));
/** With one of them it is more than a thing: 'the plan with the figures', 'the invite and book the room'. */
const JOINING = new Set(
  "to and or with by for from at in on so if when once before after over across back again along".split(" "),
);
const AT_THE_END = new Set(["to you", "to me", "to us"]);
const MAX_MATTER = 80;

function matterOf(what: string): string {
  if (what.length > MAX_MATTER) return `'${what.slice(0, MAX_MATTER - 1).trimEnd()}…'`;
  return givenIn(what) ?? `'${what}'`;
}

/** What is sent or given, without the verb and to whom: 'the figures' of 'send you the figures'. */
function givenIn(what: string): string | null {
  const words = what.split(" ");
  if (!GIVING.has(words[0]?.toLowerCase() ?? "")) return null;
  const start = words.findIndex((word, at) => at > 0 && !BESIDE.has(word.toLowerCase()));
  if (start < 0 || start > 2 || !ARTICLES.has(words[start]?.toLowerCase() ?? "")) return null;
  const isToWhom = AT_THE_END.has(words.slice(-2).join(" ").toLowerCase());
  const given = words.slice(start, isToWhom ? -2 : words.length);
  const isMore = given.some((word) => /[,;]$/.test(word) || JOINING.has(word.toLowerCase()));
  return given.length < 2 || isMore || /ed$/.test(given.at(-1) ?? "") ? null : given.join(" ");
}
