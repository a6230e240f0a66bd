import fc from "fast-check";
import { expect, test } from "vitest";
import { PLAN_DEFAULTS } from "../model.ts";
import { daySpans, minuteOf } from "../reading/day-spans.ts";
import { MINUTE } from "../reading/wanted-item.ts";
import type { Meeting } from "./read-meetings.ts";
import { shortenOf, shorterMinutes } from "./shorten-meetings.ts";

const HOURS = { workingDays: [1, 2, 3, 4, 5], workFrom: 540, workTo: 1020, otherHours: [] };
const DAY = "2026-12-01";
const at = (minute: number) => minuteOf(DAY, minute, "Europe/Berlin");
const facts = { now: at(480), days: [daySpans(DAY, "Europe/Berlin", HOURS, PLAN_DEFAULTS)] };

const aMeeting = (from: number, minutes: number, fields: Partial<Meeting> = {}): Meeting => ({
  ...{ id: "board", title: "Board", provenance: "person", location: null, isAllDay: false, isFree: false },
  ...{ start: at(from), end: at(from) + minutes * MINUTE, travelMinutes: 0, hasGuests: true, version: 1 },
  ...{ guestCount: 0, isOutside: false },
  ...{ hasLink: false, isOccurrence: false, isRecurring: false, isStored: true, isOwn: true },
  ...{ isReadOnly: false, isInvited: false, organizer: null, guests: [], answer: null },
  ...fields,
});
const olga = { name: "Olga", address: "olga@x.example", userId: null };

test("issue 27: a meeting gets a quarter or half an hour shorter, and never shorter than 25 minutes", () => {
  expect([120, 90, 60, 45, 40, 39, 30, 15].map(shorterMinutes)).toEqual([
    90,
    60,
    45,
    30,
    25,
    null,
    null,
    null,
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1440 }), (minutes) => {
      const shorter = shorterMinutes(minutes) ?? 25;
      return shorter >= 25 && (shorter < minutes || minutes < 40);
    }),
  );
});

test("issue 27: the own meeting ends earlier; the organizer of another one is only asked", () => {
  const times = { startTime: new Date(at(600)), endTime: new Date(at(645)) };
  expect(shortenOf(aMeeting(600, 60), facts)).toEqual({ kind: "shorten", eventId: "board", ...times });
  const asked = shortenOf(aMeeting(600, 60, { isOwn: false, organizer: olga }), facts);
  expect(asked).toEqual({ kind: "ask", eventId: "board", ...times });
});

test.each([
  ["has begun", aMeeting(470, 60)],
  ["is outside of the working hours", aMeeting(1080, 60)],
  ["takes whole days", aMeeting(0, 1440, { isAllDay: true })],
  ["is short", aMeeting(600, 30)],
  ["is in a calendar that cannot be changed", aMeeting(600, 60, { isReadOnly: true })],
  ["has no organizer to ask", aMeeting(600, 60, { isOwn: false })],
])("issue 27: a meeting that %s stays as long as it is", (_, meeting) => {
  expect(shortenOf(meeting, facts)).toBeNull();
});
