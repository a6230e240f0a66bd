import { randomUUID } from "node:crypto";
import { events } from "#features/calendar/tables.ts";
import { type Meeting, meetingsOn } from "./meetings.ts";
import { addressOf } from "./people.ts";
import type { SampleCalendar } from "./sample-calendar.ts";
import type { SampleWriter } from "./sample-writer.ts";

/** Two weeks back and two weeks ahead; three meetings a day from today on, today minus those that already exist. */
const [FIRST, LAST] = [-14, 14];

export async function fillCalendar(
  writer: SampleWriter,
  today: number,
  calendar: SampleCalendar,
): Promise<void> {
  const seen = { true: 0, false: 0 };
  const rows: (typeof events.$inferInsert & { id: string })[] = [];
  for (let day = FIRST; day <= LAST; day += 1) {
    const isWeekend = calendar.isWeekend(day);
    const meetings = meetingsOn({ index: seen[`${isWeekend}`]++, isWeekend });
    const chosen = day === 0 ? meetings.slice(0, today) : meetings;
    rows.push(...chosen.map((meeting) => eventOf(meeting, day, writer.userId, calendar)));
  }
  rows.push(...ALL_DAY_EVENTS.map((entry) => allDayEventOf(entry, writer.userId, calendar)));
  await writer.insert(events, rows);
}

type AllDayEvent = { title: string; from: number; to: number; location?: string; category: string };

/** None begins today or on the days with three meetings, so that the figures do not change. */
const ALL_DAY_EVENTS: readonly AllDayEvent[] = [
  { title: "Maya on leave", from: -9, to: -5, category: "people" },
  { title: "Water fair Lisbon", from: -1, to: 2, location: "Pavilion 3, Lisbon", category: "client" },
  { title: "Figures for the quarter are due", from: 16, to: 16, category: "board" },
  { title: "Strategy days", from: 17, to: 18, location: "Old harbour", category: "board" },
];

function allDayEventOf({ from, to, ...fields }: AllDayEvent, userId: string, calendar: SampleCalendar) {
  const createdAt = calendar.at(-20, "09:05");
  return {
    ...fields,
    id: randomUUID(),
    userId,
    startTime: new Date(`${calendar.date(from)}T00:00:00Z`),
    endTime: new Date(`${calendar.date(to + 1)}T00:00:00Z`),
    isAllDay: true,
    createdAt,
    updatedAt: createdAt,
  };
}

function eventOf(meeting: Meeting, day: number, userId: string, calendar: SampleCalendar) {
  const { start, end, isOnline, attendees, ...fields } = meeting;
  const createdAt = calendar.at(Math.min(day, 0) - 6, "09:05");
  return {
    ...fields,
    id: randomUUID(),
    userId,
    startTime: calendar.at(day, start),
    endTime: calendar.at(day, end),
    meetingLink: isOnline
      ? `https://meet.aldermoor.example/${fields.title.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`
      : null,
    attendees: attendees.map((person) => addressOf(person, userId)),
    reminderSettings: { minutesBefore: [10] },
    createdByAi: fields.title in ASKED_FOR,
    createdFrom: ASKED_FOR[fields.title] ?? null,
    createdAt,
    updatedAt: createdAt,
  };
}

const reason = "You asked the assistant for it";
/** Events made by the assistant, with the sentence they were made from. */
const ASKED_FOR: Readonly<Record<string, { quote: string; reason: string }>> = {
  "Plan the week": { quote: "put an hour to plan the week on Monday morning", reason },
  "Reading hour": { quote: "block an hour for reading", reason },
};
