import { findIana } from "windows-iana";
import { z } from "zod";
import { isTimeZone } from "#platform/time/wall-clock.ts";
import type { FileEvent } from "../icalendar/read-icalendar.ts";
import { localTimeConverter } from "../series/local-time-conversion.ts";
import type { RemoteCalendarObject } from "../sync/calendar-service.ts";
import { parsePattern } from "../sync/outlook-recurrence.ts";
import { type Answers, participantsOf, readGroup, requireTimes } from "./read-provider.ts";

/* https://learn.microsoft.com/graph/api/resources/event */

const DAY = 86_400_000;

const Moment = z.object({ dateTime: z.string().max(60), timeZone: z.string().max(100).nullish() });
const Address = z.object({ address: z.string().max(320).nullish(), name: z.string().max(300).nullish() });
export const Item = z.object({
  id: z.string().min(1).max(1024),
  "@odata.etag": z.string().max(300).default(""),
  iCalUId: z.string().max(1024).nullish(),
  type: z.enum(["singleInstance", "occurrence", "exception", "seriesMaster"]).default("singleInstance"),
  seriesMasterId: z.string().max(1024).nullish(),
  subject: z.string().nullish(),
  body: z.object({ content: z.string().nullish() }).nullish(),
  location: z.object({ displayName: z.string().nullish() }).nullish(),
  onlineMeeting: z.object({ joinUrl: z.string().max(2000).nullish() }).nullish(),
  start: Moment.nullish(),
  end: Moment.nullish(),
  isAllDay: z.boolean().nullish(),
  isCancelled: z.boolean().nullish(),
  originalStart: z.string().max(60).nullish(),
  originalStartTimeZone: z.string().max(100).nullish(),
  recurrence: z.unknown().optional(),
  cancelledOccurrences: z.array(z.string().max(1500)).max(5000).nullish(),
  showAs: z.string().max(30).nullish(),
  sensitivity: z.string().max(30).nullish(),
  organizer: z.object({ emailAddress: Address.nullish() }).nullish(),
  attendees: z
    .array(
      z.object({
        emailAddress: Address.nullish(),
        type: z.string().max(30).nullish(),
        status: z.object({ response: z.string().max(40).nullish() }).nullish(),
      }),
    )
    .max(2000)
    .nullish(),
  isReminderOn: z.boolean().nullish(),
  reminderMinutesBeforeStart: z.number().nullish(),
  lastModifiedDateTime: z.string().max(60).nullish(),
});
export type Item = z.output<typeof Item>;

export function groupOf(items: readonly Item[]): RemoteCalendarObject | null {
  const [master] = items;
  if (!master) return null;
  return readGroup(master.id, master["@odata.etag"], { microsoft: items }, () => eventsFrom(items));
}

const Stored = z.object({ microsoft: z.array(Item) });

/** Parses the stored text of a group. */
export const readMicrosoft = (text: string): FileEvent[] =>
  eventsFrom(Stored.parse(JSON.parse(text)).microsoft);

function eventsFrom([master, ...exceptions]: readonly Item[]): FileEvent[] {
  if (!master) return [];
  const first = eventOf(master, master);
  const clocks = localTimeConverter(first.zone);
  const timeOfDay = (((clocks.wallOf(first.start) % DAY) + DAY) % DAY) as number;
  // `OID.<id of the series>.2027-03-08`
  const cancelled = (master.cancelledOccurrences ?? []).flatMap((name) => {
    const day = Date.parse(`${/(\d{4}-\d\d-\d\d)$/.exec(name)?.[1] ?? ""}T00:00:00Z`);
    return Number.isNaN(day) ? [] : [first.isAllDay ? day : clocks.instantOf(day + timeOfDay)];
  });
  return [
    { ...first, exdates: [...new Set(cancelled)].sort((a, b) => a - b) },
    ...exceptions.map((item) => ({
      ...eventOf(item, master),
      recurrenceId: item.originalStart ? Date.parse(item.originalStart) : eventOf(item, master).start,
    })),
  ];
}

/** `2027-03-01T09:00:00.0000000` in UTC, as requested by the Prefer header. */
export const instantText = (given: z.output<typeof Moment> | null | undefined) =>
  `${given?.dateTime.replace(/(\.\d{3})\d*|Z$/g, "$1")}Z`;

const FREE = new Set(["free", "workingElsewhere"]);
/** Outlook's 'personal' is private too; ours has no such distinction. */
const VISIBILITIES: Readonly<Record<string, FileEvent["visibility"]>> = {
  personal: "private",
  private: "private",
  confidential: "confidential",
};
const ANSWERS: Answers = {
  accepted: "accepted",
  organizer: "accepted",
  tentativelyAccepted: "tentative",
  declined: "declined",
};

function eventOf(item: Item, master: Item): FileEvent {
  const start = Date.parse(instantText(item.start));
  const isAllDay = item.isAllDay ?? false;
  const end = Math.max(Date.parse(instantText(item.end)), isAllDay ? start + DAY : start);
  requireTimes(start, end);
  const zone = isAllDay ? "UTC" : zoneOf(master.originalStartTimeZone);
  return {
    uid: (master.iCalUId ?? master.id).slice(0, 1000),
    recurrenceId: null,
    title: (item.subject ?? "").slice(0, 500),
    description: item.body?.content?.trim().slice(0, 20_000) || null,
    location: item.location?.displayName?.slice(0, 500) || null,
    meetingLink: item.onlineMeeting?.joinUrl ?? null,
    category: null,
    ...{ start, end, isAllDay, zone },
    rrule: item === master && item.recurrence ? parsePattern(item.recurrence, { zone, isAllDay }) : null,
    rdates: [],
    exdates: [],
    status: item.isCancelled ? "cancelled" : item.showAs === "tentative" ? "tentative" : "confirmed",
    transparency: FREE.has(item.showAs ?? "") ? "transparent" : "opaque",
    visibility: VISIBILITIES[item.sensitivity ?? ""] ?? "public",
    organizer: item.attendees?.length ? (item.organizer?.emailAddress?.address?.toLowerCase() ?? null) : null,
    participants: participantsOf(
      (item.attendees ?? []).map(({ emailAddress, type, status }) => ({
        ...{ address: emailAddress?.address, name: emailAddress?.name, isOptional: type === "optional" },
        answer: ANSWERS[status?.response ?? ""],
      })),
    ),
    minutesBefore:
      item.isReminderOn && (item.reminderMinutesBeforeStart ?? -1) >= 0
        ? [Math.min(Math.trunc(item.reminderMinutesBeforeStart ?? 0), 57_600)]
        : [],
    sequence: 0,
    dtstamp: Date.parse(item.lastModifiedDateTime ?? "") || null,
  };
}

const zoneOf = (name: string | null | undefined): string => {
  if (!name) return "UTC";
  if (isTimeZone(name)) return name;
  const [found] = findIana(name);
  return found ?? "UTC";
};
