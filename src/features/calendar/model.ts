import { z } from "zod";
import { t } from "#i18n/message.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { changeShape, createShape, recordShape } from "#platform/fields/field-shapes.ts";
import { TimeZone } from "#platform/time/time-zone.ts";
import { instantOf, wallClock } from "#platform/time/wall-clock.ts";
import { eventFields } from "./fields.ts";
import { MinuteOfDay, OtherHours, Weekday } from "./hours-model.ts";
import { parseRule, RuleError } from "./series/recurrence-rule.ts";

export const END_AFTER_START = t`End time must be after start time`;

/** Maximum length of an event in days: any event that began earlier is over. */
export const MAX_DAYS = 366;
export const TRASH_DAYS = 30;
export const DAY = 86_400_000;

/** The source of events: local, read from a public feed, or synced with a server or a provider. */
export const CALENDAR_KINDS = ["local", "subscription", "caldav", "google", "microsoft"] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

/** The last result of an external calendar; a network error is not a refused password. */
export const SERVER_STATES = ["ok", "auth_failed", "unreachable", "refused"] as const;
export type ServerState = (typeof SERVER_STATES)[number];

/** An event that waits for its push, was changed on both sides, or was refused by the server; null if in sync. */
export const SYNC_STATES = ["pending", "conflict", "refused"] as const;
export type SyncState = (typeof SYNC_STATES)[number];

/**
 * The state of the invitations. `sent`: by the calendar's server, or given to the outbox as `invitationEmailId`;
 * `no_mail_server`: nothing was sent, the user is offered the file.
 */
export const INVITATIONS = ["none", "sent", "no_mail_server"] as const;
export type Invitation = (typeof INVITATIONS)[number];
/** Whether it was sent, the delivery of its mail tells. */
export const SENDING_INVITATION = t`The invitation is being sent`;
export const NOT_INVITED = t`invitation not sent: no mail server`;

/**
 * An event of an external calendar that cannot be read, or only in part; `href` is its address on the server, or its
 * UID in a feed. `isShown`: it is in the calendar, in part or as it was read before. `note`: stands for all notes of a
 * feed, which shows events only.
 */
export const UnreadableEvent = z.object({
  kind: z.literal("note").optional(),
  href: z.string(),
  line: z.int(),
  title: z.string(),
  reason: z.string(),
  isShown: z.boolean(),
});
export type UnreadableEvent = z.output<typeof UnreadableEvent>;
/** Listed of one calendar. */
export const MAX_UNREADABLE = 100;

export const ANSWERS = ["needs-action", "accepted", "tentative", "declined"] as const;
export type Answer = (typeof ANSWERS)[number];

export const Participant = z.strictObject({
  address: z.string().trim().max(254),
  name: z.string().max(200).nullable().default(null),
  role: z.enum(["chair", "required", "optional"]).default("required"),
  status: z.enum(ANSWERS).default("needs-action"),
});
export type Participant = z.output<typeof Participant>;

/** Of a text that somebody wrote with a proposal. */
export const MAX_COMMENT = 1000;

/** Another time for an event, or for one occurrence of a series, proposed by an attendee (RFC 5546, 3.2.7). */
export const TimeProposal = z.object({
  /** The attendee who proposes it. */
  address: z.string(),
  /** When the occurrence begins by the rule; null: the whole event. */
  recurrenceId: z.iso.datetime().nullable(),
  startTime: z.iso.datetime(),
  endTime: z.iso.datetime(),
  isAllDay: z.boolean(),
  comment: z.string().nullable(),
  /** The event's when it was proposed: a later change makes it outdated. */
  sequence: z.int(),
  state: z.enum(["open", "declined", "withdrawn"]),
  proposedAt: z.iso.datetime(),
});
export type TimeProposal = z.output<typeof TimeProposal>;
/** Stored at one event or series; an attendee has one at most for each occurrence. */
export const MAX_PROPOSALS = 200;

/** What the assistant created an event from, and why. */
export const CreatedFrom = z.strictObject({
  quote: z.string().trim().min(1).max(1000),
  reason: z.string().trim().min(1).max(300),
});
export type CreatedFrom = z.output<typeof CreatedFrom>;

/** Which occurrences of a series an action affects. */
export const Scope = z.enum(["this", "following", "all"]);
export type Scope = z.output<typeof Scope>;

/** A rule of RFC 5545 as in `FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10`, without `RRULE:`. */
export const RecurrenceRule = z
  .string()
  .trim()
  .max(500)
  .overwrite((rule) => rule.replace(/^RRULE:/i, "").toUpperCase())
  .superRefine((rule, { addIssue }) => {
    try {
      parseRule(rule);
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      addIssue({ code: "custom", message: error.message });
    }
  });

const TravelMinutes = z.int().min(0).max(1440).nullable();

export const CalendarEvent = z.object({
  id: Id,
  userId: Id,
  ...recordShape(eventFields),
  /** An all-day event begins at 00:00 UTC of its first day, whatever the zone: it is a date, not a moment. */
  startTime: Instant,
  /** The first moment after the event; of an all-day event 00:00 UTC of the day after its last. */
  endTime: Instant,
  isAllDay: z.boolean(),
  createdByAi: z.boolean(),
  createdFrom: CreatedFrom.nullable(),
  /** Null: the built-in calendar. */
  calendarId: Id.nullable(),
  uid: z.string(),
  /** The series of an occurrence; null for single events and for the series itself. */
  seriesId: Id.nullable(),
  /** When the occurrence begins by the rule, even if it was moved. */
  recurrenceId: Instant.nullable(),
  /** The rule of a series and of its occurrences; null for an exception. */
  rrule: z.string().nullable(),
  zone: z.string().nullable(),
  status: z.enum(["confirmed", "tentative", "cancelled"]),
  organizer: z.string().nullable(),
  participants: z.array(Participant),
  invitation: z.enum(INVITATIONS),
  /** The mail with the latest invitation; `emails.states` tells whether it was sent. */
  invitationEmailId: Id.nullable(),
  /** Those of a series are at each of its occurrences; see `currentProposals`. */
  proposals: z.array(TimeProposal),
  /** The version for its attendees (RFC 5545, 3.8.7.4). */
  sequence: z.int(),
  placeId: Id.nullable(),
  travelMinutes: z.int().nullable(),
  syncState: z.enum(SYNC_STATES).nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  deletedAt: Instant.nullable(),
  version: z.int(),
});
/** Defaults of the fields that only series, invitations and external calendars fill. */
export const PLAIN_EVENT = {
  calendarId: null,
  uid: "",
  seriesId: null,
  recurrenceId: null,
  rrule: null,
  zone: null,
  status: "confirmed",
  transparency: "opaque",
  visibility: "public",
  organizer: null,
  participants: [],
  invitation: "none",
  invitationEmailId: null,
  proposals: [],
  sequence: 0,
  placeId: null,
  travelMinutes: null,
  syncState: null,
  createdFrom: null,
} as const satisfies Partial<EventOnWire>;

type Proposed = { proposals: TimeProposal[]; sequence: number; recurrenceId: string | Date | null };

/** What is proposed for this event or occurrence since its last change. */
export function currentProposals({ proposals, sequence, recurrenceId }: Proposed): TimeProposal[] {
  const at = recurrenceId === null ? null : new Date(recurrenceId).toISOString();
  return proposals.filter(
    (one) => one.sequence >= sequence && (one.recurrenceId === null || one.recurrenceId === at),
  );
}

/** With Dates, as used on the server. */
export type CalendarEvent = z.output<typeof CalendarEvent>;
/** As JSON, with ISO 8601 text. */
export type EventOnWire = z.input<typeof CalendarEvent>;

export const NewEvent = z.strictObject({
  ...createShape(eventFields),
  startTime: Instant,
  endTime: Instant,
  isAllDay: z.boolean().default(false),
  createdByAi: z.boolean().default(false),
  /** What the assistant made the event from; such an event is marked as created by it. */
  createdFrom: CreatedFrom.nullable().default(null),
  /** Null: the built-in calendar. If not given: the default calendar of the person's settings. */
  calendarId: Id.nullable().optional(),
  rrule: RecurrenceRule.nullable().default(null),
  zone: TimeZone.nullable().default(null),
  placeId: Id.nullable().default(null),
  travelMinutes: TravelMinutes.default(null),
});
export type NewEvent = z.output<typeof NewEvent>;

/** Fields that are not given stay as they are. Nothing is required and nothing compared (CAL-14). */
export const EventChange = z.strictObject({
  ...changeShape(eventFields),
  startTime: Instant.optional(),
  endTime: Instant.optional(),
  isAllDay: z.boolean().optional(),
  /** Null: the event does not repeat any more. */
  rrule: RecurrenceRule.nullable().optional(),
  zone: TimeZone.optional(),
  placeId: Id.nullable().optional(),
  travelMinutes: TravelMinutes.optional(),
});
export type EventChange = z.output<typeof EventChange>;

const Dates = z.array(Instant).max(20_000);
/** The dates of a series besides those of its rule (RDATE); an undo gives those of before. */
export const RecurrenceDates = Dates.optional();

/** What a series was before it was split at `at`. */
export const SeriesJoin = z.strictObject({
  id: Id,
  tailId: Id,
  rrule: z.string().max(500).nullable(),
  at: Instant.optional(),
  rdates: Dates.optional(),
  exdates: Dates.optional(),
});
export type SeriesJoin = z.output<typeof SeriesJoin>;

/** A person's calendar display settings and working hours; `version` is 0 until something is saved. */
export const CalendarSettings = z.object({
  workingDays: z
    .array(Weekday)
    .max(7)
    .overwrite((days) => [...new Set(days)].sort()),
  workFrom: MinuteOfDay,
  workTo: MinuteOfDay,
  /** Days of the week with other hours than these; they are working days too. */
  otherHours: OtherHours,
  secondTimeZone: TimeZone.nullable(),
  /** The calendar for events that name none; null is the built-in one. */
  defaultCalendarId: Id.nullable(),
  version: z.int(),
});
export type CalendarSettings = z.output<typeof CalendarSettings>;

export const CALENDAR_DEFAULTS: CalendarSettings = {
  workingDays: [1, 2, 3, 4, 5],
  workFrom: 9 * 60,
  workTo: 17 * 60,
  otherHours: [],
  secondTimeZone: null,
  defaultCalendarId: null,
  version: 0,
};

type Times = { startTime: Date; endTime: Date };

/** 00:00 UTC of the date in the zone. */
export function dayOf(at: Date, timeZone: string): Date {
  const { year, month, day } = wallClock(at, timeZone);
  return new Date(Date.UTC(year, month - 1, day));
}

/** The days in the zone that the times touch, at least one, in the form of an all-day event. */
export function toAllDayTimes({ startTime, endTime }: Times, timeZone: string): Times {
  const start = dayOf(startTime, timeZone);
  const last = dayOf(new Date(Math.max(endTime.getTime() - 1, startTime.getTime())), timeZone);
  return { startTime: start, endTime: new Date(last.getTime() + DAY) };
}

/** Midnight in the zone on the date of an all-day event's instant. */
export const midnightOf = (day: Date, timeZone: string): Date =>
  instantOf({ ...wallClock(day, "UTC"), hour: 0, minute: 0 }, timeZone);

type Sortable = Pick<EventOnWire, "id" | "startTime">;

/** The sort order of events.list, for pages that sort themselves (CAL-16). */
export function byStart(one: Sortable, other: Sortable): number {
  // Instants in JSON are in UTC and of the same length: they sort as text.
  if (one.startTime !== other.startTime) return one.startTime < other.startTime ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}
