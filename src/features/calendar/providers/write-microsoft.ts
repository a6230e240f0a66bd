import type { FileEvent } from "../icalendar/read-icalendar.ts";
import { localTimeConverter } from "../series/local-time-conversion.ts";
import { changedFields } from "../sync/calendar-service.ts";
import { formatPattern } from "../sync/outlook-recurrence.ts";

/** Only the changed fields. Attendees are never written: Graph would mail them itself, besides our own invitations. */
export function bodyOf(event: FileEvent, before: FileEvent | undefined): Record<string, unknown> {
  const changed = changedFields(before, event);
  const has = (...names: (keyof FileEvent)[]) => names.some((name) => changed.has(name));
  const [minutes] = event.minutesBefore;
  return {
    ...(has("title") && { subject: event.title }),
    ...(has("description") && { body: { contentType: "text", content: event.description ?? "" } }),
    ...(has("location") && { location: { displayName: event.location ?? "" } }),
    ...(has("start", "end", "isAllDay", "zone") && {
      isAllDay: event.isAllDay,
      start: writtenMoment(event, event.start),
      end: writtenMoment(event, event.end),
    }),
    ...(event.recurrenceId === null &&
      has("rrule") &&
      (event.rrule !== null || before !== undefined) && {
        recurrence: event.rrule === null ? null : formatPattern(event.rrule, event.start, event.zone),
      }),
    ...(has("transparency", "status") && {
      showAs:
        event.transparency === "transparent" ? "free" : event.status === "tentative" ? "tentative" : "busy",
    }),
    ...(has("visibility") &&
      (event.visibility !== "public" || before !== undefined) && {
        sensitivity: event.visibility === "public" ? "normal" : event.visibility,
      }),
    ...(has("minutesBefore") &&
      (minutes !== undefined || before !== undefined) && {
        isReminderOn: minutes !== undefined,
        ...(minutes !== undefined && { reminderMinutesBeforeStart: minutes }),
      }),
  };
}

function writtenMoment({ isAllDay, zone }: FileEvent, at: number) {
  const wall = isAllDay ? at : localTimeConverter(zone).wallOf(at);
  return { dateTime: new Date(wall).toISOString().slice(0, 19), timeZone: isAllDay ? "UTC" : zone };
}
