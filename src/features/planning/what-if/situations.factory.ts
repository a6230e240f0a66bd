import fc from "fast-check";
import type { EventStep, WhatIfChange } from "../alternative-model.ts";
import { ZONES } from "../engine/weeks.factory.ts";
import { PLAN_DEFAULTS } from "../model.ts";
import { addDays, datesBetween, daySpans, minuteOf } from "../reading/day-spans.ts";
import { ridesAmong } from "../reading/find-rides.ts";
import type { PlanFacts } from "../reading/read-facts.ts";
import { MINUTE, type PresentBlock, type WantedItem } from "../reading/wanted-item.ts";
import type { Meeting } from "./read-meetings.ts";
import type { Situation } from "./read-situation.ts";

// Generated weeks as the database has them, with changes: what they follow from is known, so laws can be checked.

const DAY = 86_400_000;
const HOURS = {
  workingDays: [1, 2, 3, 4, 5],
  workFrom: 540,
  workTo: 1020,
  otherHours: [],
  secondTimeZone: null,
};
export const uuid = (kind: number, index: number): string =>
  `${String(kind).padStart(8, "0")}-0000-4000-8000-${String(index).padStart(12, "0")}`;

const minutes = (most: number) => fc.nat({ max: most }).map((quarters) => quarters * 15);
const places = fc.constantFrom(null, null, null, "office", "lisbon");

const someTask = fc.record({
  length: fc.integer({ min: 1, max: 12 }),
  pieces: fc.boolean(),
  due: fc.option(minutes(7 * 96), { freq: 2 }),
  importance: fc.nat({ max: 4 }).map((quarter) => quarter / 4),
  isPromised: fc.boolean(),
  place: places,
  /** Where a block of it is now, in minutes after the first midnight. */
  block: fc.option(minutes(7 * 96), { freq: 2 }),
  isByHand: fc.nat({ max: 5 }).map((drawn) => drawn === 0),
});

const someEvent = fc.record({
  start: minutes(7 * 96),
  quarters: fc.integer({ min: 1, max: 8 }),
  guests: fc.nat({ max: 4 }),
  isOwn: fc.boolean(),
  isReadOnly: fc.nat({ max: 8 }).map((drawn) => drawn === 0),
  isOccurrence: fc.nat({ max: 3 }).map((drawn) => drawn === 0),
  answer: fc.constantFrom("needs-action" as const, "tentative" as const, "accepted" as const),
  location: fc.constantFrom(null, "Berlin", "Lisbon", "https://call.example/1"),
  travelMinutes: fc.constantFrom(0, 0, 0, 30),
  isRide: fc.nat({ max: 3 }).map((drawn) => drawn === 0),
});

const someChange = fc.record({
  kind: fc.constantFrom("dayOff", "trip", "moveEvent", "dropEvent", "withoutPerson", "newEvent"),
  day: fc.nat({ max: 6 }),
  days: fc.nat({ max: 2 }),
  start: minutes(7 * 96),
  quarters: fc.integer({ min: 1, max: 12 }),
  event: fc.nat({ max: 30 }),
  isExact: fc.boolean(),
  travelMinutes: fc.constantFrom(0, 60, 180),
});

type Drawn<T> = T extends fc.Arbitrary<infer U> ? U : never;
type Week = { first: string; timeZone: string; midnight: number };

/** A week in one of ten zones, with tasks, blocks, meetings and up to three changes. */
export const someSituation = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    week: fc.nat({ max: 90 }),
    now: minutes(100),
    tasks: fc.array(someTask, { minLength: 1, maxLength: 14 }),
    events: fc.array(someEvent, { maxLength: 12 }),
    changes: fc.array(someChange, { minLength: 1, maxLength: 3 }),
    pauseMinutes: fc.constantFrom(0, 5, 15),
    worksOnRides: fc.boolean(),
  })
  .map(({ zone, week, now, tasks, events, changes, pauseMinutes, worksOnRides }): Situation => {
    const first = addDays("2026-01-05", week * 7);
    const of: Week = { first, timeZone: zone, midnight: minuteOf(first, 0, zone) };
    const settings = { ...PLAN_DEFAULTS, pauseMinutes, worksOnRides };
    const meetings = events.map((event, index) => meetingOf(event, index, of));
    const wanted = tasks.map((task, index) => taskOf(task, index, of));
    const blocks = tasks.flatMap((task, index) => blockOf(task, index, of));
    const all = [...meetings.map(eventOf), ...blocks.map(eventOfBlock)].toSorted(
      (one, other) => one.start - other.start || (one.id < other.id ? -1 : 1),
    );
    const facts: PlanFacts = {
      ...{ from: first, to: addDays(first, 6), now: of.midnight + now * MINUTE, asked: null, without: [] },
      days: datesBetween(first, addDays(first, 6)).map((date) => daySpans(date, zone, HOURS, settings)),
      ...{ blocks, wanted, taken: [], stays: [], settings, leftOut: false },
      rides: ridesAmong(all, blocks, settings),
      events: all,
      hours: { ...HOURS, defaultCalendarId: null, version: 0 },
      clock: { timeZone: zone, hourCycle: "h23" },
    };
    const asked = changes.flatMap((change) => changeOf(change, of, events.length));
    const person = { name: "Guest 0", address: "guest0@x.example", userId: null };
    const missing = asked.flatMap(({ kind }, index) =>
      kind === "withoutPerson" ? [[index, { person, keys: ["guest0@x.example"] }] as const] : [],
    );
    return {
      ...{ facts, changes: asked.length > 0 ? asked : [dayOff(of)] },
      subjects: {
        meetings: new Map(meetings.map((meeting) => [meeting.id, meeting])),
        missing: new Map(missing),
        waiting: new Map(missing.map(([index]) => [index, [uuid(1, 0)]])),
      },
      ...{ promises: new Map(), owed: new Map(), addresses: new Map() },
    };
  });

const dayOff = ({ first }: Week): WhatIfChange => ({ kind: "dayOff", from: first, to: first });

function taskOf(task: Drawn<typeof someTask>, index: number, { midnight }: Week): WantedItem {
  const length = task.length * 15;
  return {
    ...{
      id: `task:${uuid(1, index)}`,
      kind: "task",
      title: `Task ${index}`,
      provenance: "person",
      guess: null,
      promisedTo: null,
    },
    ...{ minutes: length, leastMinutes: task.pieces ? 15 : length, earliest: 0, latest: null, after: [] },
    due: task.due === null ? null : midnight + task.due * MINUTE,
    ...{
      importance: task.importance,
      isPromised: task.isPromised,
      energy: "any",
      place: task.place,
      hours: null,
    },
  };
}

function blockOf(task: Drawn<typeof someTask>, index: number, { midnight }: Week): PresentBlock[] {
  if (task.block === null) return [];
  const start = midnight + task.block * MINUTE;
  return [
    {
      ...{ eventId: uuid(3, index), itemId: `task:${uuid(1, index)}`, title: `Task ${index}` },
      ...{ start, end: start + task.length * 15 * MINUTE, isMovedByHand: task.isByHand },
    },
  ];
}

function meetingOf(event: Drawn<typeof someEvent>, index: number, { midnight }: Week): Meeting {
  const start = midnight + event.start * MINUTE;
  const guests = Array.from({ length: event.guests }, (_, at) => ({
    ...{ name: `Guest ${at}`, address: `guest${at}@x.example`, userId: null },
  }));
  return {
    ...{
      id: uuid(2, index),
      title: `${event.isRide ? "Train to" : "Meeting"} ${index}`,
      provenance: "person",
      location: event.location,
    },
    ...{ start, end: start + event.quarters * 15 * MINUTE, isAllDay: false, isFree: false },
    ...{ travelMinutes: event.travelMinutes, hasGuests: guests.length > 0, guests, version: 1 },
    ...{ guestCount: guests.length, isOutside: index % 3 === 0 && guests.length > 0 },
    ...{
      hasLink: event.location?.startsWith("https:") ?? false,
      isOccurrence: event.isOccurrence,
      isRecurring: event.isOccurrence,
    },
    ...{ isStored: true, isOwn: event.isOwn, isReadOnly: event.isReadOnly, isInvited: false },
    organizer: event.isOwn ? null : { name: "Olga", address: "olga@x.example", userId: null },
    answer: event.isOwn ? null : event.answer,
  };
}

const eventOf = (meeting: Meeting) => ({
  ...{ id: meeting.id, title: meeting.title, provenance: meeting.provenance, location: meeting.location },
  ...{ start: meeting.start, end: meeting.end, isAllDay: false, isFree: false },
  ...{ travelMinutes: meeting.travelMinutes, hasGuests: meeting.hasGuests, isRecurring: meeting.isRecurring },
  ...{ guestCount: meeting.guestCount, isOutside: meeting.isOutside },
});

const eventOfBlock = ({ eventId, title, start, end }: PresentBlock) => ({
  ...{ id: eventId, title, provenance: "person" as const, location: null, start, end },
  ...{ isAllDay: false, isFree: false, travelMinutes: 0, hasGuests: false, isRecurring: false },
  ...{ guestCount: 0, isOutside: false },
});

function changeOf(drawn: Drawn<typeof someChange>, week: Week, events: number): WhatIfChange[] {
  const { kind, day, days, event, isExact, travelMinutes } = drawn;
  const [from, to] = [addDays(week.first, day), addDays(week.first, Math.min(6, day + days))];
  const startTime = new Date(week.midnight + drawn.start * MINUTE);
  const endTime = new Date(startTime.getTime() + drawn.quarters * 15 * MINUTE);
  const eventId = uuid(2, event % Math.max(1, events));
  switch (kind) {
    case "dayOff":
      return [{ kind, from, to }];
    case "trip": {
      const returns = new Date(startTime.getTime() + (days + 1) * DAY);
      const span = isExact ? { from: startTime, to: returns } : { from, to };
      return [{ kind, ...span, place: "Lisbon", travelMinutes }];
    }
    case "moveEvent":
      return events > 0 ? [{ kind, eventId, startTime, endTime }] : [];
    case "dropEvent":
      return events > 0 ? [{ kind, eventId }] : [];
    case "withoutPerson":
      return [{ kind, email: "guest0@x.example", from, to }];
    default:
      return [{ kind: "newEvent", title: "New", startTime, endTime }];
  }
}

/** Ids of the events that steps change. */
export const changedIds = (steps: readonly EventStep[]): string[] =>
  steps.flatMap((step) => (step.kind === "create" ? [] : [step.eventId]));
