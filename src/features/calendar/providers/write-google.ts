import type { FileEvent } from "../icalendar/read-icalendar.ts";
import { changedFields } from "../sync/calendar-service.ts";

/** Only the changed fields: Google keeps the rest of the event. */
export function bodyOf(event: FileEvent, before: FileEvent | undefined): Record<string, unknown> {
  const changed = changedFields(before, event);
  const has = (...names: (keyof FileEvent)[]) => names.some((name) => changed.has(name));
  return {
    ...(has("title") && { summary: event.title }),
    ...(has("description") && { description: event.description ?? "" }),
    ...(has("location") && { location: event.location ?? "" }),
    ...(has("start", "end", "isAllDay", "zone") && {
      start: writtenMoment(event, event.start),
      end: writtenMoment(event, event.end),
    }),
    ...(event.recurrenceId === null &&
      has("rrule", "rdates", "exdates") &&
      (event.rrule !== null || event.rdates.length > 0 || before !== undefined) && {
        recurrence: writtenRule(event),
      }),
    ...(has("status") && { status: event.status }),
    ...(has("transparency") && { transparency: event.transparency }),
    ...(has("visibility") &&
      (event.visibility !== "public" || before !== undefined) && {
        visibility: event.visibility === "public" ? "default" : event.visibility,
      }),
    ...(has("participants") &&
      (event.participants.length > 0 || before !== undefined) && {
        attendees: event.participants.map(({ address, name, role, status }) => ({
          email: address,
          ...(name && { displayName: name }),
          optional: role === "optional",
          responseStatus: status === "needs-action" ? "needsAction" : status,
        })),
      }),
    ...(has("minutesBefore") &&
      (event.minutesBefore.length > 0 || before !== undefined) && {
        reminders: {
          useDefault: false,
          overrides: event.minutesBefore.map((minutes) => ({ method: "popup", minutes })),
        },
      }),
  };
}

const writtenMoment = ({ isAllDay, zone }: FileEvent, at: number) =>
  isAllDay
    ? { date: new Date(at).toISOString().slice(0, 10), dateTime: null, timeZone: null }
    : { dateTime: new Date(at).toISOString(), timeZone: zone, date: null };

const compact = (at: number) => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, "");

function writtenRule({ rrule, rdates, exdates, isAllDay }: FileEvent): string[] {
  const dates = (name: string, values: readonly number[]) => {
    if (values.length === 0) return [];
    const text = values.map((at) => (isAllDay ? compact(at).slice(0, 8) : compact(at))).join(",");
    return [`${name}${isAllDay ? ";VALUE=DATE" : ""}:${text}`];
  };
  return [...(rrule ? [`RRULE:${rrule}`] : []), ...dates("RDATE", rdates), ...dates("EXDATE", exdates)];
}

/** Google's suffix for one occurrence of a series: its original start time. */
export const stampOf = ({ recurrenceId }: FileEvent, { isAllDay }: FileEvent) =>
  isAllDay ? compact(recurrenceId ?? 0).slice(0, 8) : compact(recurrenceId ?? 0);

export const same = (one: FileEvent, other: FileEvent) =>
  JSON.stringify({ ...one, sequence: 0, dtstamp: 0, organizer: null, uid: "" }) ===
  JSON.stringify({ ...other, sequence: 0, dtstamp: 0, organizer: null, uid: "" });
