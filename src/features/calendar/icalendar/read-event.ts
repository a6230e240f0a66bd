import ICAL from "ical.js";
import { t } from "#i18n/message.ts";
import type { Participant } from "../model.ts";
import { type ContentLine, splitOutsideQuotes, textOf } from "./content-lines.ts";
import { ruleOf } from "./read-rule.ts";
import { DAY, datesOf, durationOf, endOf, type Moment, momentOf, type ParseContext } from "./read-times.ts";
import { type Component, checkDateLists, FileError, propertiesOf, propertyOf } from "./split-icalendar.ts";

/** One parsed VEVENT; instants in milliseconds, an all-day event at 00:00 UTC of its days. */
export type FileEvent = {
  uid: string;
  recurrenceId: number | null;
  title: string;
  description: string | null;
  location: string | null;
  meetingLink: string | null;
  category: string | null;
  start: number;
  end: number;
  isAllDay: boolean;
  zone: string;
  rrule: string | null;
  rdates: number[];
  exdates: number[];
  status: "confirmed" | "tentative" | "cancelled";
  transparency: "opaque" | "transparent";
  visibility: "public" | "private" | "confidential";
  organizer: string | null;
  participants: Participant[];
  minutesBefore: number[];
  sequence: number;
  dtstamp: number | null;
};

/** Throws a FileError for what cannot be an event; everything less is a warning. */
export function readEvent(component: Component, uid: string, context: ParseContext): FileEvent {
  checkDateLists(component);
  const text = (name: string, length: number) => textOf(propertyOf(component, name)?.value ?? "", length);
  const start = startOf(component, context);
  const end = endOf(component, start, context);
  const line = propertyOf(component, "DTSTART")?.number ?? component.line;
  if (end - start.at > 366 * DAY) throw new FileError(line, t`The event lasts longer than a year`);
  if (start.at < Date.UTC(1900, 0, 1) || end > Date.UTC(2200, 0, 1))
    throw new FileError(line, t`Events must be between the years 1900 and 2200`);
  const recurrence = propertyOf(component, "RECURRENCE-ID");
  const status = text("STATUS", 20)?.toLowerCase();
  return {
    uid,
    recurrenceId: recurrence ? occurrenceOf(momentOf(recurrence, context), start) : null,
    title: text("SUMMARY", 500) ?? "",
    description: text("DESCRIPTION", 20_000),
    location: text("LOCATION", 500),
    meetingLink: linkOf(component),
    category: textOf(splitOutsideQuotes(propertyOf(component, "CATEGORIES")?.value ?? "", ",")[0] ?? "", 500),
    start: start.at,
    end,
    isAllDay: start.isAllDay,
    zone: start.zone,
    ...datesOfRule(component, start, context),
    exdates: datesOf(component, "EXDATE", context, start),
    status: status === "tentative" || status === "cancelled" ? status : "confirmed",
    transparency: text("TRANSP", 20)?.toUpperCase() === "TRANSPARENT" ? "transparent" : "opaque",
    visibility: visibilityOf(component),
    organizer: addressOf(propertyOf(component, "ORGANIZER")?.value),
    participants: participantsOf(component),
    minutesBefore: remindersOf(component),
    sequence: Math.max(
      0,
      Math.min(Math.trunc(Number(propertyOf(component, "SEQUENCE")?.value ?? 0)) || 0, 2 ** 31 - 1),
    ),
    dtstamp: stampOf(component, context),
  };
}

function startOf(component: Component, context: ParseContext): Moment {
  const line = propertyOf(component, "DTSTART");
  if (line) return momentOf(line, context);
  const occurrence = propertyOf(component, "RECURRENCE-ID");
  if (!context.isStartOptional && !occurrence)
    throw new FileError(component.line, t`It has no start (DTSTART)`);
  const named = occurrence ?? propertyOf(component, "DTSTAMP");
  return named ? momentOf(named, context) : { at: 0, wall: 0, isAllDay: false, zone: "UTC", clocks: null };
}

/** Exchange names a day of an all-day series by its midnight in a time zone. */
const occurrenceOf = ({ at, wall, isAllDay }: Moment, start: Moment): number =>
  start.isAllDay && !isAllDay && wall % DAY === 0 ? wall : at;

const MAX_DATES_BY_RULES = 1000;

/** A rule in a zone that only the file knows becomes its dates: nothing else could follow that zone later. */
function datesOfRule(component: Component, start: Moment, context: ParseContext) {
  const rrule = ruleOf(component, context);
  const rdates = datesOf(component, "RDATE", context, start);
  if (rrule === null || start.clocks === null) return { rrule, rdates };
  const iterator = ICAL.Recur.fromString(rrule).iterator(ICAL.Time.fromJSDate(new Date(start.wall), true));
  const dates: number[] = [];
  const last = Math.max(start.wall, Date.now()) + 3 * 366 * DAY;
  for (let next = iterator.next(); next && dates.length < MAX_DATES_BY_RULES; next = iterator.next()) {
    const wall = next.toUnixTime() * 1000;
    if (wall > last) break;
    dates.push(start.clocks.instantOf(wall));
  }
  const line = propertyOf(component, "RRULE")?.number ?? component.line;
  context.warn(
    line,
    `No known time zone has the clocks of this file: the first ${dates.length} dates are used`,
  );
  return { rrule: null, rdates: [...new Set([...dates, ...rdates])] };
}

/** A class that nobody knows means private (RFC 5545, 3.8.1.3). */
function visibilityOf(component: Component): FileEvent["visibility"] {
  const name = textOf(propertyOf(component, "CLASS")?.value ?? "", 40)?.toUpperCase();
  if (name === undefined || name === "PUBLIC") return "public";
  return name === "CONFIDENTIAL" ? "confidential" : "private";
}

const ROLES: Record<string, Participant["role"]> = {
  CHAIR: "chair",
  "OPT-PARTICIPANT": "optional",
  "NON-PARTICIPANT": "optional",
};
const STATES: Record<string, Participant["status"]> = {
  ACCEPTED: "accepted",
  TENTATIVE: "tentative",
  DECLINED: "declined",
};

function participantsOf(component: Component): Participant[] {
  const found = propertiesOf(component, "ATTENDEE").flatMap(({ value, parameters }): Participant[] => {
    const address = addressOf(value);
    const word = (name: string) => parameters.get(name)?.toUpperCase() ?? "";
    if (!address) return [];
    return [
      {
        address,
        name: textOf(parameters.get("CN") ?? "", 200),
        role: ROLES[word("ROLE")] ?? "required",
        status: STATES[word("PARTSTAT")] ?? "needs-action",
      },
    ];
  });
  return [...new Map(found.map((one) => [one.address, one])).values()].slice(0, 200);
}

export function addressOf(value: string | undefined): string | null {
  const address = (value ?? "")
    .trim()
    .replace(/^mailto:/i, "")
    .trim()
    .toLowerCase();
  return /^[^\s@<>]{1,64}@[^\s@<>]{1,189}$/.test(address) ? address : null;
}

/** The line with the link of the meeting. */
export function linkLineOf(component: Component): ContentLine | undefined {
  const lines = [propertyOf(component, "URL"), ...propertiesOf(component, "CONFERENCE")];
  return lines.find((line) => line && /^https?:\/\//i.test(line.value.trim()));
}

const linkOf = (component: Component) => textOf(linkLineOf(component)?.value ?? "", 2000);

/** Alarms before the start become reminders; others stay in the component only. */
function remindersOf({ children }: Component): number[] {
  const minutes = children.flatMap((alarm) => minutesBeforeOf(alarm) ?? []);
  return [...new Set(minutes)].slice(0, 5);
}

/** The minutes before the start of the event; null for every other alarm. */
export function minutesBeforeOf(alarm: Component): number | null {
  const trigger = alarm.kind === "VALARM" ? propertyOf(alarm, "TRIGGER") : undefined;
  if (!trigger || trigger.parameters.get("RELATED")?.toUpperCase() === "END") return null;
  const length = durationOf(trigger.value);
  const minutes = length === null ? -1 : Math.round(-length / 60_000);
  return minutes >= 0 && minutes <= 40 * 24 * 60 ? minutes : null;
}

function stampOf(component: Component, context: ParseContext): number | null {
  const line = propertyOf(component, "DTSTAMP");
  try {
    // It is in UTC even if the file forgets to say so (RFC 5545, 3.8.7.2).
    return line ? momentOf(line, { ...context, zone: "UTC" }).at : null;
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
}
