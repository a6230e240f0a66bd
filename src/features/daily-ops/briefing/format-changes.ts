import { formatClock, formatWeekday, type ZoneClock } from "#platform/time/format-in-zone.ts";
import { daysBetween } from "#platform/time/wall-clock.ts";
import type { BriefingLine, RecordLink } from "../model.ts";
import { listed, plural, quoted } from "./format-facts.ts";
import type { Changes, MeetingFact } from "./read-changes.ts";

type Situation = ZoneClock & { now: Date };

/** The next meeting, changes since the last briefing, and held-back notifications; each line with its records. */
export function formatChanges(changes: Changes, clock: Situation): BriefingLine[] {
  const { meeting, done, becameLate, addedEvents, movedEvents, cancelled, held } = changes;
  return [
    ...(meeting
      ? formatMeeting(meeting, clock).map((line) => ({ ...line, until: meeting.startTime.toISOString() }))
      : []),
    ...change("Done", done),
    ...change("Overdue now", becameLate),
    ...change("New in the calendar", addedEvents),
    ...change("Changed in the calendar", movedEvents),
    ...(cancelled.length > 0
      ? [
          briefingLine(
            "change",
            `Taken out of the calendar: ${listed(
              cancelled.map((title) => quoted({ title })),
              cancelled.length,
            )}.`,
          ),
        ]
      : []),
    ...formatHeldBack(held),
  ];
}

const briefingLine = (
  part: BriefingLine["part"],
  text: string,
  records: RecordLink[] = [],
): BriefingLine => ({
  part,
  text,
  records,
});

const change = (label: string, records: RecordLink[]): BriefingLine[] =>
  records.length === 0
    ? []
    : [briefingLine("change", `${label}: ${listed(records.map(quoted), records.length)}.`, records)];

function formatMeeting(meeting: MeetingFact, clock: Situation): BriefingLine[] {
  const { now, timeZone } = clock;
  const { id, title, kind, startTime, location, people, mails, promises } = meeting;
  const place = location ? ` at ${location}` : "";
  const company = people.length > 0 ? ` with ${listed(people.slice(0, MAX_PEOPLE), people.length)}` : "";
  const when = `${dayWord(startTime, now, timeZone)} at ${formatClock(startTime, clock)}`;
  return [
    briefingLine("meeting", `${quoted(meeting)} ${when}${place}${company}.`, [{ kind, id, title }]),
    ...(mails.length > 0
      ? [briefingLine("meeting", `Last mail with them: ${listed(mails.map(quoted), mails.length)}.`, mails)]
      : []),
    ...(promises.length > 0
      ? [
          briefingLine(
            "meeting",
            `Open with them: ${listed(promises.map(quoted), promises.length)}.`,
            promises,
          ),
        ]
      : []),
  ];
}

const MAX_PEOPLE = 4;

function dayWord(at: Date, now: Date, timeZone: string): string {
  const days = daysBetween(now, at, timeZone);
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  return `on ${formatWeekday(at, timeZone)}`;
}

function formatHeldBack({ quiet, unwanted }: Changes["held"]): BriefingLine[] {
  const parts = [
    ...(quiet > 0 ? [`${plural(quiet, "notification")} came in quiet hours`] : []),
    ...(unwanted > 0 ? [`${plural(unwanted, "notification")} of kinds that you do not want`] : []),
  ];
  return parts.length > 0 ? [briefingLine("held", `Held back: ${listed(parts, parts.length)}.`)] : [];
}
