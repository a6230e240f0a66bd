import type { StoredEvent } from "../events/read-events.ts";
import { localTimeConverter } from "../series/local-time-conversion.ts";
import { folded } from "./content-lines.ts";

/** The fields of an event that are written. */
export type FormattedEvent = Pick<
  StoredEvent,
  | "uid"
  | "seriesId"
  | "recurrenceId"
  | "title"
  | "description"
  | "location"
  | "meetingLink"
  | "category"
  | "startTime"
  | "endTime"
  | "isAllDay"
  | "zone"
  | "rrule"
  | "rdates"
  | "exdates"
  | "status"
  | "transparency"
  | "visibility"
  | "organizer"
  | "participants"
  | "sequence"
  | "updatedAt"
  | "createdAt"
  | "reminderSettings"
>;
type Options = {
  method?: string;
  name?: string /** X-WR-CALNAME and NAME of the calendar. */;
  alarms?: boolean;
  /** False for a message that must not have a STATUS. */
  statuses?: boolean;
  /** A text with a proposal of another time. */
  comment?: string | null;
  /** Whether single events are written in their zone too, instead of in UTC. */
  zones?: boolean;
};

/** Formats a calendar (RFC 5545) for every client: lines of 75 bytes, CRLF, zones by IANA name with a VTIMEZONE. */
export function writeICalendar(
  given: readonly FormattedEvent[],
  { method, name, alarms = true, zones: isZoned = false, ...options }: Options = {},
): string {
  const events = given.map((event) => ({
    ...event,
    ...{ isZoned, hasStatus: options.statuses ?? true, comment: options.comment ?? null },
  }));
  const zones = new Set(events.flatMap((event) => (usesZone(event) ? [zoneOf(event)] : [])));
  const series = new Map(
    events.flatMap((event) => (event.recurrenceId ? [] : [[event.uid, event] as const])),
  );
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Adjutant//Calendar//EN",
    "CALSCALE:GREGORIAN",
    ...(method ? [`METHOD:${method}`] : []),
    ...(name ? [`X-WR-CALNAME:${escaped(name)}`, `NAME:${escaped(name)}`] : []),
    ...[...zones].flatMap((zone) => zoneLines(zone, events)),
    ...events.flatMap((event) => eventLines(event, series.get(event.uid) ?? event, alarms)),
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}

const zoneOf = ({ zone }: Pick<FormattedEvent, "zone">) => zone ?? "UTC";
type WrittenEvent = FormattedEvent & { isZoned: boolean; hasStatus: boolean; comment: string | null };
/** Only recurring events need their zone; unless asked, all others are written in UTC. */
const usesZone = (event: WrittenEvent) =>
  !event.isAllDay &&
  zoneOf(event) !== "UTC" &&
  (event.isZoned || event.rrule !== null || event.rdates.length > 0 || event.recurrenceId !== null);

/** An exception names the occurrence it replaces in the form of its series' DTSTART (RFC 5545, 3.8.4.4). */
function eventLines(event: WrittenEvent, series: WrittenEvent, alarms: boolean): string[] {
  const dated = (name: string, at: Date) => `${name}${moment(event, at)}`;
  const text = (name: string, value: string | null) => (value ? [`${name}:${escaped(value)}`] : []);
  return [
    "BEGIN:VEVENT",
    `UID:${escaped(event.uid)}`,
    `DTSTAMP:${instantText(event.updatedAt)}`,
    `CREATED:${instantText(event.createdAt)}`,
    `LAST-MODIFIED:${instantText(event.updatedAt)}`,
    ...(event.recurrenceId ? [`RECURRENCE-ID${moment(series, event.recurrenceId)}`] : []),
    dated("DTSTART", event.startTime),
    dated("DTEND", event.endTime),
    ...(event.rrule ? [`RRULE:${event.rrule}`] : []),
    ...event.rdates.map((at) => dated("RDATE", at)),
    ...event.exdates.map((at) => dated("EXDATE", at)),
    `SUMMARY:${escaped(event.title)}`,
    ...text("DESCRIPTION", event.description),
    ...text("COMMENT", event.comment),
    ...text("LOCATION", event.location),
    ...(event.meetingLink ? [`URL:${event.meetingLink.replaceAll(/[\r\n]/g, "")}`] : []),
    ...text("CATEGORIES", event.category),
    ...(event.hasStatus ? [`STATUS:${event.status.toUpperCase()}`] : []),
    `TRANSP:${event.transparency.toUpperCase()}`,
    ...(event.visibility === "public" ? [] : [`CLASS:${event.visibility.toUpperCase()}`]),
    `SEQUENCE:${event.sequence}`,
    ...(event.organizer ? [`ORGANIZER:mailto:${plain(event.organizer)}`] : []),
    ...event.participants.map(attendeeLine),
    ...(alarms ? (event.reminderSettings.minutesBefore ?? []).flatMap(alarmLines) : []),
    "END:VEVENT",
  ];
}

const ROLES = { chair: "CHAIR", required: "REQ-PARTICIPANT", optional: "OPT-PARTICIPANT" };

/** An address is no name: its reader may have a better one in their contacts. */
const commonName = (name: string | null) => (name ? `;CN="${plain(name).replaceAll('"', "")}"` : "");

const attendeeLine = ({ address, name, role, status }: FormattedEvent["participants"][number]) =>
  `ATTENDEE${commonName(name)};ROLE=${ROLES[role]};PARTSTAT=${status.toUpperCase()};RSVP=TRUE:mailto:${plain(address)}`;

const alarmLines = (minutes: number) => [
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  "DESCRIPTION:Reminder",
  `TRIGGER:-PT${minutes}M`,
  "END:VALARM",
];

/** `;TZID=…:20260305T100000`, `;VALUE=DATE:20260305` or `:20260305T090000Z`. */
function moment(event: WrittenEvent, at: Date): string {
  if (event.isAllDay) return `;VALUE=DATE:${instantText(at).slice(0, 8)}`;
  if (!usesZone(event)) return `:${instantText(at)}`;
  const wall = new Date(localTimeConverter(zoneOf(event)).wallOf(at.getTime()));
  return `;TZID=${zoneOf(event)}:${instantText(wall).slice(0, 15)}`;
}

export const instantText = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, "");

const escaped = (text: string) =>
  plain(
    text
      .replaceAll(/\r\n?/g, "\n")
      .replaceAll(/[\\;,]/g, "\\$&")
      .replaceAll("\n", "\\n"),
  );
const plain = (text: string) => text.replaceAll(/[\p{Cc}--[\u0080-\u009F]]/gv, "");

function zoneLines(zone: string, events: readonly WrittenEvent[]): string[] {
  const times = events
    .filter((event) => usesZone(event) && zoneOf(event) === zone)
    .map(({ startTime }) => startTime.getTime());
  const first = new Date(Math.min(...times)).getUTCFullYear() - 1;
  const last = Math.max(new Date(Math.max(...times)).getUTCFullYear(), new Date().getUTCFullYear()) + 5;
  const key = `${zone} ${first} ${last}`;
  const lines = writtenZones.get(key) ?? linesOfZone(zone, first, last);
  if (writtenZones.size >= MAX_WRITTEN_ZONES) writtenZones.clear();
  writtenZones.set(key, lines);
  return lines;
}

/** An export of thousands of events needs the same few zones for each. */
const writtenZones = new Map<string, string[]>();
const MAX_WRITTEN_ZONES = 200;

/** The UTC offset changes in the years around the events, one by one: no zone rule has to be derived. */
function linesOfZone(zone: string, first: number, last: number): string[] {
  const clocks = localTimeConverter(zone);
  const offsetAt = (at: number) => clocks.wallOf(at) - at;
  const changes: { at: number; from: number; to: number }[] = [];
  const start = Date.UTC(first, 0, 1);
  let before = offsetAt(start);
  for (let day = start + DAY; day <= Date.UTC(Math.min(last, first + 60), 11, 31); day += DAY) {
    const after = offsetAt(day);
    if (after === before) continue;
    changes.push({ at: changeBetween(day - DAY, day, offsetAt), from: before, to: after });
    before = after;
  }
  const onsets = [{ at: start, from: offsetAt(start), to: offsetAt(start) }, ...changes];
  const standard = Math.min(...onsets.map(({ to }) => to));
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${zone}`,
    ...onsets.flatMap(({ at, from, to }) => {
      const kind = to > standard ? "DAYLIGHT" : "STANDARD";
      const wall = instantText(new Date(at + from)).slice(0, 15);
      return [
        `BEGIN:${kind}`,
        `DTSTART:${wall}`,
        `TZOFFSETFROM:${offsetText(from)}`,
        `TZOFFSETTO:${offsetText(to)}`,
        `END:${kind}`,
      ];
    }),
    "END:VTIMEZONE",
  ];
}

const DAY = 86_400_000;

function changeBetween(from: number, to: number, offsetAt: (at: number) => number): number {
  let [low, high] = [from, to];
  while (high - low > 60_000) {
    const middle = low + Math.floor((high - low) / 120_000) * 60_000;
    if (offsetAt(middle) === offsetAt(from)) low = middle;
    else high = middle;
  }
  return high;
}

function offsetText(offset: number): string {
  const minutes = Math.abs(Math.round(offset / 60_000));
  const two = (number: number) => String(number).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}
