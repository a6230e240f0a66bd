import { t, term } from "#i18n/message.ts";
import { formatClock, formatFullDate, formatShortWeekdayAndDay } from "#platform/time/format-in-zone.ts";
import { wallClock } from "#platform/time/wall-clock.ts";
import type { ReadClock } from "./read-clock.ts";

/** Fields that are of no meaning to a person: which version was seen, which page called, who counts as the author. */
const TECHNICAL = new Set([
  "version",
  "clientId",
  "peerId",
  "isQuoted",
  "createdFrom",
  "createdByAi",
  "html",
]);
export const isTechnical = (field: string): boolean => TECHNICAL.has(field);

/** Words for fields whose names say too little. Functions, because the language is that of whom they are for. */
const LABELS: Readonly<Record<string, () => string>> = {
  recipients: () => term("To", "recipients of an email"),
  cc: () => t`Cc`,
  bcc: () => t`Bcc`,
  subject: () => t`Subject`,
  body: () => t`Text`,
  content: () => t`Text`,
  text: () => t`Text`,
  message: () => t`Text`,
  scheduledSend: () => t`Goes out`,
  scheduledFor: () => t`Goes out`,
  title: () => t`Title`,
  name: () => t`Name`,
  startTime: () => t`Starts`,
  endTime: () => t`Ends`,
  location: () => t`Where`,
  meetingLink: () => t`Meeting link`,
  attendees: () => t`People`,
  description: () => t`Description`,
  isAllDay: () => t`All day`,
  rrule: () => t`Repeats`,
  zone: () => t`Time zone`,
  timeZone: () => t`Time zone`,
  transparency: () => t`Show as`,
  dueDate: () => t`Due`,
  due: () => t`Due`,
  deadline: () => t`Deadline`,
  projectId: () => t`Project`,
  parentId: () => t`Part of`,
  blockedBy: () => t`Waits for`,
  priority: () => t`Priority`,
  status: () => t`Status`,
  tags: () => t`Tags`,
  category: () => t`Category`,
  answer: () => t`Answer`,
  vote: () => t`Vote`,
  comment: () => t`Comment`,
  until: () => t`Until`,
  at: () => t`When`,
  email: () => t`Email`,
  contactName: () => t`Name`,
  contactEmail: () => t`Email`,
  contactPhone: () => t`Phone`,
  conversationId: () => term("To", "recipients of an email"),
  attachmentIds: () => t`Attachments`,
  documentIds: () => t`Documents`,
  inReplyTo: () => t`Answers`,
  accountId: () => t`From account`,
  versionId: () => t`Earlier version`,
  scope: () => t`Applies to`,
};

/** 'dueDate' → 'Due', 'isFavorite' → 'Favorite', 'workspaceId' → 'Workspace'. */
export function labelOf(field: string): string {
  const known = Object.hasOwn(LABELS, field) ? LABELS[field] : undefined;
  return known ? known() : wordsOfName(field);
}

function wordsOfName(field: string): string {
  const words = field
    .replace(/Ids?$/, "")
    .replace(/^(?:is|has)(?=[A-Z])/, "")
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll("_", " ")
    .trim();
  return capital(words || field);
}

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const DAY = /^\d{4}-\d\d-\d\d$/;
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** A value of a list of choices: 'in_progress', 'needs-action'. */
const CHOICE = /^[a-z]{2,30}(?:[_-][a-z]{1,30}){0,5}$/;

/** The instant in a value, if it is one. */
export function instantIn(value: unknown): Date | null {
  if (value instanceof Date) return value;
  if (typeof value !== "string" || !INSTANT.test(value)) return null;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** 'Tue, Dec 1, 2026', with the year only if it is another; with the time unless it is midnight. */
export function momentWords(at: Date, clock: ReadClock): string {
  const { hour, minute } = wallClock(at, clock.timeZone);
  const day = dayWords(at, clock);
  return hour === 0 && minute === 0 ? day : `${day}, ${formatClock(at, clock)}`;
}

export const dayWords = (at: Date, { timeZone, now }: Pick<ReadClock, "timeZone" | "now">): string =>
  wallClock(at, timeZone).year === wallClock(now, timeZone).year
    ? formatShortWeekdayAndDay(at, timeZone)
    : formatFullDate(at, timeZone);

/** A moment at which something happens to others: with the zone in which it is written. */
export const momentAndZone = (at: Date, clock: ReadClock): string =>
  `${momentWords(at, clock)} (${clock.timeZone})`;

/** 'Tue, Dec 1, 09:00 to 10:00'; days without times for what lasts all day. */
export function spanWords(start: Date, end: Date, isAllDay: boolean, clock: ReadClock): string {
  if (isAllDay) {
    const utc = { ...clock, timeZone: "UTC" };
    const last = new Date(Math.max(start.getTime(), end.getTime() - 1));
    const [first, final] = [dayWords(start, utc), dayWords(last, utc)];
    return first === final ? t`${first}, all day` : t`${first} to ${final}, all day`;
  }
  const isSameDay = dayWords(start, clock) === dayWords(end, clock);
  const from = `${dayWords(start, clock)}, ${formatClock(start, clock)}`;
  const until = isSameDay ? formatClock(end, clock) : `${dayWords(end, clock)}, ${formatClock(end, clock)}`;
  return t`${from} to ${until}`;
}

/** Levels of objects in one another that are written out. */
const MAX_DEPTH = 4;

/**
 * A value in words. Null for what has none, such as the id of a record: those are named by `nameRecords`. `isChoice` says
 * that a text is one of a list of values, and not the person's own.
 */
export function valueWords(value: unknown, clock: ReadClock, isChoice = false, depth = 0): string | null {
  if (value === null || value === undefined || value === "") return t`none`;
  const at = instantIn(value);
  if (at) return momentWords(at, clock);
  if (typeof value === "boolean") return value ? t`Yes` : t`No`;
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return textWords(value, isChoice);
  if (depth >= MAX_DEPTH) return null;
  if (Array.isArray(value)) {
    const words = value.map((each) => valueWords(each, clock, isChoice, depth + 1)).filter(isText);
    if (words.length > 0) return words.join(value.some((each) => typeof each === "object") ? "; " : ", ");
    return value.length === 0 ? t`none` : null;
  }
  const words = Object.entries(value as object).flatMap(([field, each]) => {
    const inner = isTechnical(field) ? null : valueWords(each, clock, isChoice, depth + 1);
    return inner === null ? [] : [`${labelOf(field)}: ${inner}`];
  });
  return words.length > 0 ? words.join(", ") : null;
}

function textWords(text: string, isChoice: boolean): string | null {
  if (UUID.test(text)) return null;
  if (DAY.test(text)) return formatFullDate(new Date(`${text}T00:00:00Z`), "UTC");
  return isChoice && CHOICE.test(text) ? capital(text.replaceAll(/[_-]/g, " ")) : text;
}

export const isText = (value: string | null): value is string => value !== null;
