import ICAL from "ical.js";
import type { Participant } from "../model.ts";
import { formatRule, parseRule, RuleError } from "../series/recurrence-rule.ts";
import {
  DAY,
  datesOf,
  endOf,
  lineOf,
  MAX_VALUES,
  momentOf,
  type ParseContext,
  zonesOf,
} from "./read-times.ts";
import { type ComponentBlock, FileError, splitICalendar } from "./split-icalendar.ts";

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
  organizer: string | null;
  participants: Participant[];
  minutesBefore: number[];
  sequence: number;
  dtstamp: number | null;
};
export type CalendarFile =
  | { method: string | null; name: string | null; events: FileEvent[] }
  | { line: number; problem: string };

/**
 * Parses a calendar (RFC 5545); throws with the line of the first error, then nothing is used. `zone` is for floating
 * times.
 */
export function readICalendar({ text, zone }: { text: string; zone: string }): CalendarFile {
  try {
    const { blocks, header } = splitICalendar(text);
    const zones = zonesOf(blocks);
    const events = blocks.filter(({ kind }) => kind === "VEVENT").map((block) => eventOf(block, zones, zone));
    return {
      method: header.get("METHOD")?.toUpperCase() ?? null,
      name: header.get("X-WR-CALNAME") ?? null,
      events,
    };
  } catch (error) {
    if (error instanceof FileError) return { line: error.line, problem: error.message };
    throw error;
  }
}

function eventOf(block: ComponentBlock, zones: ReadonlyMap<string, string>, zone: string): FileEvent {
  const context = { block, zones, zone };
  const component = componentOf(block);
  const fail = (problem: string, name?: string) => new FileError(lineOf(block, name), problem);
  const start = component.getFirstProperty("dtstart");
  if (!start) throw fail("An event has no DTSTART");
  const uid = textOf(component, "uid", 1000);
  if (!uid) throw fail("An event has no UID");
  const startMoment = momentOf(start, context);
  const end = endOf(component, startMoment, context);
  if (end < startMoment.at) throw fail("The event ends before it begins", "DTEND");
  if (end - startMoment.at > 366 * DAY) throw fail("The event lasts longer than a year", "DTEND");
  if (startMoment.at < Date.UTC(1900, 0, 1) || end > Date.UTC(2200, 0, 1))
    throw fail("Events must be between the years 1900 and 2200", "DTSTART");
  const recurrenceId = component.getFirstProperty("recurrence-id");
  const status = textOf(component, "status", 20)?.toLowerCase();
  return {
    uid,
    recurrenceId: recurrenceId ? momentOf(recurrenceId, context).at : null,
    title: textOf(component, "summary", 500) ?? "",
    description: textOf(component, "description", 20_000),
    location: textOf(component, "location", 500),
    meetingLink: linkOf(component),
    category: textOf(component, "categories", 500),
    start: startMoment.at,
    end,
    isAllDay: startMoment.isAllDay,
    zone: startMoment.zone,
    rrule: ruleOf(component, context),
    rdates: datesOf(component, "rdate", context, startMoment),
    exdates: datesOf(component, "exdate", context, startMoment),
    status: status === "tentative" || status === "cancelled" ? status : "confirmed",
    transparency: textOf(component, "transp", 20)?.toUpperCase() === "TRANSPARENT" ? "transparent" : "opaque",
    organizer: addressOf(component.getFirstProperty("organizer")?.getFirstValue()),
    participants: participantsOf(component, context),
    minutesBefore: remindersOf(component),
    sequence: Math.max(
      0,
      Math.min(Number(component.getFirstPropertyValue("sequence") ?? 0) || 0, 2 ** 31 - 1),
    ),
    dtstamp: stampOf(component),
  };
}

/** Parses each component separately, so that an error has a line number. */
function componentOf(block: ComponentBlock): ICAL.Component {
  checkDates(block);
  try {
    return new ICAL.Component(ICAL.parse(block.lines.join("\r\n")) as unknown[]);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const quoted = /"([^"]{3,})/.exec(message)?.[1] ?? "";
    const index = quoted === "" ? -1 : block.lines.findIndex((line) => line.includes(quoted.slice(0, 40)));
    throw new FileError(
      block.line + Math.max(0, index),
      `This part cannot be read: ${message.slice(0, 120)}`,
    );
  }
}

/** The library parses 31 February as 3 March. */
function checkDates({ lines, line: first }: ComponentBlock): void {
  lines.forEach((line, index) => {
    const [, name = "", value = ""] =
      /^(DTSTART|DTEND|RECURRENCE-ID|RDATE|EXDATE)[^:]*:(.*)$/i.exec(line) ?? [];
    for (const [, year, month, day] of value.matchAll(/(\d{4})(\d\d)(\d\d)(?=T|\b)/g)) {
      const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
      if (at.getUTCMonth() !== Number(month) - 1 || at.getUTCDate() !== Number(day))
        throw new FileError(first + index, `${name.toUpperCase()} is a date that does not exist`);
    }
  });
}

function ruleOf(component: ICAL.Component, { block }: ParseContext): string | null {
  const rules = component.getAllProperties("rrule");
  const [rule] = rules;
  if (!rule) return null;
  if (rules.length > 1)
    throw new FileError(lineOf(block, "RRULE"), "An event can have only one recurrence rule");
  try {
    const read = parseRule(rule.toICALString().replace(/^RRULE[^:]*:/i, ""));
    return formatRule(read);
  } catch (error) {
    if (error instanceof RuleError) throw new FileError(lineOf(block, "RRULE"), error.message);
    throw error;
  }
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

function participantsOf(component: ICAL.Component, { block }: ParseContext): Participant[] {
  const properties = component.getAllProperties("attendee");
  if (properties.length > MAX_VALUES)
    throw new FileError(lineOf(block, "ATTENDEE"), `An event has ${MAX_VALUES} attendees at most`);
  const parameter = (property: ICAL.Property, name: string) => {
    const value = property.getParameter(name);
    return typeof value === "string" ? value : "";
  };
  const found = properties.flatMap((property): Participant[] => {
    const address = addressOf(property.getFirstValue());
    if (!address) return [];
    return [
      {
        address,
        name: parameter(property, "cn").slice(0, 200) || null,
        role: ROLES[parameter(property, "role").toUpperCase()] ?? "required",
        status: STATES[parameter(property, "partstat").toUpperCase()] ?? "needs-action",
      },
    ];
  });
  return [...new Map(found.map((one) => [one.address, one])).values()].slice(0, 200);
}

const addressOf = (value: unknown): string | null => {
  const address = String(value ?? "")
    .replace(/^mailto:/i, "")
    .trim()
    .toLowerCase();
  return /^[^\s@<>]{1,64}@[^\s@<>]{1,189}$/.test(address) ? address : null;
};

function linkOf(component: ICAL.Component): string | null {
  const link = textOf(component, "url", 2000) ?? textOf(component, "conference", 2000);
  return link && /^https?:\/\//i.test(link) ? link : null;
}

/** Alarms before the start become reminders; others are dropped. */
function remindersOf(component: ICAL.Component): number[] {
  const minutes = component.getAllSubcomponents("valarm").flatMap((alarm) => {
    const trigger = alarm.getFirstPropertyValue("trigger");
    const before = trigger instanceof ICAL.Duration ? -trigger.toSeconds() / 60 : -1;
    return before >= 0 && before <= 40 * 24 * 60 ? [Math.round(before)] : [];
  });
  return [...new Set(minutes)].slice(0, 5);
}

function stampOf(component: ICAL.Component): number | null {
  const stamp = component.getFirstPropertyValue("dtstamp");
  return stamp instanceof ICAL.Time ? stamp.toJSDate().getTime() : null;
}

/** Text without control characters, cut to the maximum length. */
function textOf(component: ICAL.Component, name: string, maxLength: number): string | null {
  const value = component.getFirstPropertyValue(name);
  if (value === null || value === undefined) return null;
  const text = String(value).replace(/[\p{Cc}--[\t\n\r\u0080-\u009F]]/gv, "");
  return text.trim().slice(0, maxLength) || null;
}
