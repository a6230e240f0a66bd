import { randomUUID } from "node:crypto";
import { materializeOccurrences } from "#features/calendar/series/materialize-occurrences.ts";
import { events } from "#features/calendar/tables.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { addressOf, type Colleague } from "./people.ts";
import type { SampleCalendar } from "./sample-calendar.ts";
import type { SampleWriter } from "./sample-writer.ts";

/** The first day after those with three meetings, so that the figures do not change. */
const FIRST = 15;

const SERIES = [
  {
    title: "Leadership team",
    description: "Numbers of the week, risks, one decision.",
    rrule: "FREQ=WEEKLY",
    ...{ weekday: 1, start: "09:00", end: "10:00", location: "Room Delta", category: "internal" },
    attendees: ["maya", "tomas", "priya", "jonas", "elena"],
  },
  {
    title: "Month in figures",
    description: "Forecast against plan, with the open points of the board.",
    rrule: "FREQ=MONTHLY;BYDAY=1TH",
    ...{ weekday: 4, start: "14:00", end: "15:00", location: "Room Delta", category: "board" },
    attendees: ["maya", "daniel"],
  },
] satisfies (Record<string, unknown> & { attendees: Colleague[] })[];

/** Recurring events: one weekly and one monthly meeting. */
export async function fillSeries(
  context: SignedIn,
  writer: SampleWriter,
  calendar: SampleCalendar,
): Promise<void> {
  const createdAt = calendar.at(-20, "09:05");
  const rows = SERIES.map(({ weekday, start, end, attendees, ...fields }) => {
    const day = firstDay(calendar, weekday, fields.rrule.startsWith("FREQ=MONTHLY"));
    return {
      ...fields,
      id: randomUUID(),
      userId: writer.userId,
      startTime: calendar.at(day, start),
      endTime: calendar.at(day, end),
      attendees: attendees.map((person) => addressOf(person, writer.userId)),
      reminderSettings: { minutesBefore: [10] },
      isSeries: true,
      zone: calendar.timeZone,
      createdAt,
      updatedAt: createdAt,
    };
  });
  await writer.insert(events, rows);
  await materializeOccurrences(
    context,
    rows.map(({ id }) => id),
  );
}

function firstDay(calendar: SampleCalendar, weekday: number, isFirstOfMonth: boolean): number {
  for (let day = FIRST; ; day += 1) {
    const date = new Date(`${calendar.date(day)}T00:00:00Z`);
    if (date.getUTCDay() === weekday && (!isFirstOfMonth || date.getUTCDate() <= 7)) return day;
  }
}
