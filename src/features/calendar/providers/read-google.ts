import { z } from "zod";
import { isTimeZone } from "#platform/time/wall-clock.ts";
import type { FileEvent } from "../icalendar/read-icalendar.ts";
import { localTimeConverter } from "../series/local-time-conversion.ts";
import { formatRule, parseRule } from "../series/recurrence-rule.ts";
import type { RemoteCalendarObject } from "../sync/calendar-service.ts";
import { type Answers, participantsOf, readGroup, requireTimes } from "./read-provider.ts";

/* https://developers.google.com/workspace/calendar/api/v3/reference/events */

const Moment = z.object({
  date: z.string().max(30).optional(),
  dateTime: z.string().max(60).optional(),
  timeZone: z.string().max(100).optional(),
});
const Person = z.object({
  email: z.string().max(320).optional(),
  displayName: z.string().max(300).optional(),
  responseStatus: z.string().max(30).optional(),
  optional: z.boolean().optional(),
  organizer: z.boolean().optional(),
});
export const Item = z.object({
  id: z.string().min(1).max(1024),
  status: z.string().max(30).optional(),
  etag: z.string().max(300).default(""),
  iCalUID: z.string().max(1024).optional(),
  summary: z.string().optional(),
  description: z.string().optional(),
  location: z.string().optional(),
  hangoutLink: z.string().max(2000).optional(),
  start: Moment.optional(),
  end: Moment.optional(),
  recurrence: z.array(z.string().max(5000)).max(100).optional(),
  recurringEventId: z.string().max(1024).optional(),
  originalStartTime: Moment.optional(),
  sequence: z.number().int().optional(),
  transparency: z.string().max(30).optional(),
  visibility: z.string().max(30).optional(),
  organizer: Person.optional(),
  attendees: z.array(Person).max(2000).optional(),
  reminders: z.object({ overrides: z.array(z.object({ minutes: z.number() })).optional() }).optional(),
  updated: z.string().max(60).optional(),
});
export type Item = z.output<typeof Item>;

/** The master first. Null if it cannot be parsed. */
export function groupOf(items: readonly Item[]): RemoteCalendarObject | null {
  const [master] = items;
  return master ? readGroup(master.id, master.etag, { google: items }, () => eventsFrom(items)) : null;
}

const Stored = z.object({ google: z.array(Item) });

/** Parses the stored text of a group. */
export const readGoogle = (text: string): FileEvent[] => eventsFrom(Stored.parse(JSON.parse(text)).google);

/** Cancelled exceptions become EXDATEs of the series. */
function eventsFrom([master, ...others]: readonly Item[]): FileEvent[] {
  if (!master) return [];
  const first = eventOf(master, master);
  const cancelled = others.filter(({ status }) => status === "cancelled");
  const exceptions = others.filter(({ status }) => status !== "cancelled");
  const isSeries = master.recurrence !== undefined;
  const cancelledStarts = cancelled.flatMap(({ originalStartTime }) =>
    originalStartTime ? [momentOf(originalStartTime).at] : [],
  );
  return [
    { ...first, exdates: [...new Set([...first.exdates, ...cancelledStarts])].sort((a, b) => a - b) },
    ...exceptions.map((item) => ({
      ...eventOf(item, master),
      recurrenceId: isSeries && item.originalStartTime ? momentOf(item.originalStartTime).at : null,
    })),
  ];
}

const DAY = 86_400_000;

function momentOf({ date, dateTime, timeZone }: z.output<typeof Moment>) {
  const isAllDay = dateTime === undefined;
  const at = isAllDay ? Date.parse(`${date}T00:00:00Z`) : Date.parse(dateTime);
  requireTimes(at, at);
  const zone = isAllDay ? "UTC" : timeZone && isTimeZone(timeZone) ? timeZone : "UTC";
  return { at, isAllDay, zone };
}

function eventOf(item: Item, master: Item): FileEvent {
  if (!item.start) throw new RangeError("no start");
  const start = momentOf(item.start);
  const statedEnd = item.end ? momentOf(item.end).at : start.at;
  const end = Math.max(statedEnd, start.isAllDay ? start.at + DAY : start.at);
  requireTimes(start.at, end);
  const lines = item.recurrence ?? [];
  return {
    uid: (master.iCalUID ?? master.id).slice(0, 1000),
    recurrenceId: null,
    title: (item.summary ?? "").slice(0, 500),
    description: item.description?.slice(0, 20_000) || null,
    location: item.location?.slice(0, 500) || null,
    meetingLink: item.hangoutLink ?? null,
    category: null,
    start: start.at,
    end,
    isAllDay: start.isAllDay,
    zone: start.zone,
    rrule: ruleOf(lines),
    rdates: datesOf(lines, "RDATE", start),
    exdates: datesOf(lines, "EXDATE", start),
    status: item.status === "tentative" ? "tentative" : "confirmed",
    transparency: item.transparency === "transparent" ? "transparent" : "opaque",
    visibility: VISIBILITIES[item.visibility ?? ""] ?? "public",
    organizer: item.attendees ? (item.organizer?.email?.toLowerCase() ?? null) : null,
    participants: participantsOf(
      (item.attendees ?? []).map(({ email, displayName, optional, responseStatus = "" }) => ({
        ...{ address: email, name: displayName, isOptional: optional },
        answer: ANSWERS[responseStatus],
      })),
    ),
    minutesBefore: (item.reminders?.overrides ?? [])
      .map(({ minutes }) => Math.trunc(minutes))
      .filter((minutes) => minutes >= 0 && minutes <= 57_600)
      .slice(0, 5),
    sequence: Math.max(0, Math.min(item.sequence ?? 0, 2 ** 31 - 1)),
    dtstamp: item.updated && !Number.isNaN(Date.parse(item.updated)) ? Date.parse(item.updated) : null,
  };
}

const VISIBILITIES: Readonly<Record<string, FileEvent["visibility"]>> = {
  private: "private",
  confidential: "confidential",
};
const ANSWERS: Answers = { accepted: "accepted", tentative: "tentative", declined: "declined" };

function ruleOf(lines: readonly string[]): string | null {
  const rule = lines.find((line) => /^RRULE[:;]/i.test(line));
  return rule ? formatRule(parseRule(rule.replace(/^RRULE[^:]*:/i, "").toUpperCase())) : null;
}

/** `EXDATE;TZID=Europe/Berlin:20260305T100000,…`, `EXDATE:20260305T090000Z` or `EXDATE;VALUE=DATE:20260305`. */
function datesOf(
  lines: readonly string[],
  name: string,
  start: { at: number; zone: string; isAllDay: boolean },
) {
  const found = lines.flatMap((line) => {
    const [, parameters = "", values = ""] = new RegExp(`^${name}([^:]*):(.*)$`, "i").exec(line) ?? [];
    const zone = /TZID=([^;:]+)/i.exec(parameters)?.[1] ?? start.zone;
    return values.split(",").flatMap((value) => {
      const [, y = "", m = "", d = "", clock = "", utc = ""] =
        /^(\d{4})(\d\d)(\d\d)(?:T(\d{6})(Z?))?$/.exec(value.trim()) ?? [];
      if (y === "") return [];
      const time =
        clock === "" ? [0, 0, 0] : [clock.slice(0, 2), clock.slice(2, 4), clock.slice(4)].map(Number);
      const wall = Date.UTC(Number(y), Number(m) - 1, Number(d), ...(time as [number, number, number]));
      if (start.isAllDay || utc === "Z") return [wall];
      return isTimeZone(zone) ? [localTimeConverter(zone).instantOf(wall)] : [];
    });
  });
  return [...new Set(found)].slice(0, 5000).sort((a, b) => a - b);
}
