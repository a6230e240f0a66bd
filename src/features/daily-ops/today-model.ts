import { z } from "zod";
import { AttentionItem } from "#features/attention/model.ts";
import { Commitment } from "#features/commitments/commitment-model.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { CalendarDay, ReadingKind } from "./model.ts";

/** Minutes of the shortest free stretch that the line of a day shows. */
export const FREE_FROM = 30;
/** How many things to do first, and how many promises of each direction, are named. */
export const MAX_FIRST = 3;
export const MAX_OWED = 3;
/** Of one event, and met on one day. */
export const MAX_PEOPLE = 20;
/** Of a day's events and of the points open with one person. */
export const MAX_EVENTS = 200;
export const MAX_POINTS = 5;

/** Somebody whom an event is with. Without an address only a name was entered. */
export const Attendee = z.object({ address: z.string().nullable(), name: z.string() });
export type Attendee = z.output<typeof Attendee>;

const span = { from: Instant, to: Instant };

/** The times of an all-day event are the day's own; others may begin before the day or end after it. */
export const EventPart = z.object({
  kind: z.literal("event"),
  ...span,
  id: Id,
  title: z.string(),
  place: z.string().nullable(),
  meetingLink: z.string().nullable(),
  isAllDay: z.boolean(),
  /** Planned as tentative, or the person has not accepted it. */
  isTentative: z.boolean(),
  /** It takes up time; false for what is shown as free. */
  isBusy: z.boolean(),
  /** Other events of the day at the same time, where both take up time. */
  overlaps: z.array(Id),
  people: z.array(Attendee),
  href: z.string(),
});
export type EventPart = z.output<typeof EventPart>;

/** When to leave for an event, until it begins. */
export const LeavePart = z.object({
  kind: z.literal("leave"),
  ...span,
  eventId: Id,
  title: z.string(),
  /** Travel time; the rest until `to` is the buffer. */
  minutes: z.int(),
  origin: z.string(),
  destination: z.string(),
  reading: ReadingKind,
  note: z.string().nullable(),
});
export type LeavePart = z.output<typeof LeavePart>;

/** Free time within the working hours of a working day. */
export const FreePart = z.object({ kind: z.literal("free"), ...span, minutes: z.int() });
export type FreePart = z.output<typeof FreePart>;

export const DayPart = z.discriminatedUnion("kind", [EventPart, LeavePart, FreePart]);
export type DayPart = z.output<typeof DayPart>;

/** A day on a person's clock, as a line: `from` is its first instant, `to` the first of the next day. */
export const DayLine = z.object({
  date: CalendarDay,
  timeZone: z.string(),
  ...span,
  isWorkingDay: z.boolean(),
  /** All-day events first, then in order of time. */
  parts: z.array(DayPart),
});
export type DayLine = z.output<typeof DayLine>;

/** One of the things to do first: an item of the attention list with what the day adds. */
export const FirstThing = AttentionItem.extend({
  /** Why it is first, in sentences: why it needs the person, then what the day adds. */
  why: z.array(z.string()),
  /** What the day adds to the importance. */
  dayPoints: z.int(),
});
export type FirstThing = z.output<typeof FirstThing>;

const OpenCommitments = z.object({
  open: z.int(),
  late: z.int(),
  /** The most pressing ones. */
  items: z.array(Commitment),
});

/** Somebody whom the person meets on the day, with what is open between the two. */
export const PersonMet = z.object({
  address: z.string().nullable(),
  name: z.string(),
  /** The first event with them that is not over, or the last of the day. */
  event: z.object({ id: Id, title: z.string(), from: Instant }),
  /** What the person owes them, promises and requests, and what they owe the person. */
  owedByMe: z.array(Commitment),
  owedByThem: z.array(Commitment),
  /** Unread mail of the last thirty days from them: how many, and the newest. */
  unread: z.object({ count: z.int(), id: Id, subject: z.string() }).nullable(),
});
export type PersonMet = z.output<typeof PersonMet>;

export const Today = DayLine.extend({
  /** The date at the time of the call. */
  today: CalendarDay,
  /** Empty on other days than today. */
  first: z.array(FirstThing),
  /** What is open now: of the person (`me`) and of others (`them`). */
  owed: z.object({ me: OpenCommitments, them: OpenCommitments }),
  people: z.array(PersonMet),
});
export type Today = z.output<typeof Today>;
