import { usualHours, workingHoursOn } from "#features/calendar/hours-model.ts";
import type { EventStep, WhatIfChange } from "../alternative-model.ts";
import type { Span } from "../engine/plan-problem.ts";
import { joined, without } from "../engine/span-sets.ts";
import { itemIdOf } from "../model.ts";
import { addDays, minuteOf, weekdayOf } from "../reading/day-spans.ts";
import type { PlanFacts } from "../reading/read-facts.ts";
import { spanOfDays } from "../reading/read-problem.ts";
import { MINUTE, type PlanEvent, placeOf, type WantedItem } from "../reading/wanted-item.ts";
import type { MissingPerson } from "./find-missing-person.ts";
import type { Meeting } from "./read-meetings.ts";

/** What the changes are about, as it was read. */
export type Subjects = {
  meetings: ReadonlyMap<string, Meeting>;
  /** By the index of the change. */
  missing: ReadonlyMap<number, MissingPerson>;
  /** Tasks that wait for a missing person, by the index of the change. */
  waiting: ReadonlyMap<number, readonly string[]>;
};

/** The facts as they would be. Where the person is asked for, but may not change it, both times stay taken. */
export function changeFacts(
  facts: PlanFacts,
  changes: readonly WhatIfChange[],
  subjects: Subjects,
): PlanFacts {
  return changes.reduce((changed, change, index) => changeOne(changed, change, index, subjects), facts);
}

function changeOne(facts: PlanFacts, change: WhatIfChange, index: number, subjects: Subjects): PlanFacts {
  switch (change.kind) {
    case "dayOff":
      return withoutDays(facts, spanOf(change, facts));
    case "trip":
      return withTrip(facts, change, index);
    case "newEvent":
      return withTaken(facts, { id: `new:${index}`, ...timesOf(change) });
    case "moveEvent":
      return withMoved(facts, change, index, subjects.meetings.get(change.eventId));
    case "dropEvent":
      return withoutEvent(facts, subjects.meetings.get(change.eventId));
    case "withoutPerson":
      return withWaiting(facts, subjects.waiting.get(index) ?? [], spanOf(change, facts).end);
  }
}

type Days = { from?: string | Date | undefined; to?: string | Date | undefined };

/** The days or instants of a change in milliseconds; without them those of the plan. */
export function spanOf({ from, to }: Days, facts: Pick<PlanFacts, "from" | "to" | "clock">): Span {
  const { timeZone } = facts.clock;
  const all = spanOfDays(facts);
  const start = from instanceof Date ? from.getTime() : from ? minuteOf(from, 0, timeZone) : all.from;
  const end = to instanceof Date ? to.getTime() : to ? minuteOf(addDays(to, 1), 0, timeZone) : all.until;
  return { start, end };
}

export const timesOf = ({ startTime, endTime }: { startTime: Date; endTime: Date }): Span => ({
  start: startTime.getTime(),
  end: endTime.getTime(),
});

/** Nothing is planned in the span; what the person put there themselves has to move, unless it has begun. */
function withoutDays(facts: PlanFacts, span: Span): PlanFacts {
  return {
    ...facts,
    days: facts.days.map((day) => ({
      ...day,
      work: without(joined(day.work), [span]),
      focus: without(joined(day.focus), [span]),
    })),
    rides: { ...facts.rides, off: [...facts.rides.off, span] },
    blocks: facts.blocks.map((block) => (isShared(block, span) ? { ...block, isMovedByHand: false } : block)),
  };
}

type Trip = Extract<WhatIfChange, { kind: "trip" }>;

function withTrip(facts: PlanFacts, trip: Trip, index: number): PlanFacts {
  const span = spanOf(trip, facts);
  const place = placeOf(trip.place);
  const ways = waysOf(trip, facts).map((way, at) => ({ ...way, id: `travel:${index}:${at}` }));
  const isBound = (itemId: string) => {
    const item = facts.wanted.find(({ id }) => id === itemId);
    return item !== undefined && item.place !== null && item.place !== place;
  };
  return {
    ...facts,
    taken: [...facts.taken, ...ways],
    // Elsewhere for the time of the trip, whatever other events say.
    stays: [...facts.stays, { ...span, place: place ?? "" }],
    events: facts.events.map((event) =>
      isShared(event, span) && isStay(event) ? { ...event, location: null } : event,
    ),
    blocks: facts.blocks.map((block) =>
      ways.some((way) => isShared(block, way)) || (isShared(block, span) && isBound(block.itemId))
        ? { ...block, isMovedByHand: false }
        : block,
    ),
  };
}

const isStay = ({ isAllDay, isFree }: PlanEvent) => isAllDay || isFree;

/** Out from the beginning on and back until the end; of whole days at the edges of their working hours. */
export function waysOf(trip: Trip, facts: PlanFacts): Span[] {
  const length = (trip.travelMinutes ?? 0) * MINUTE;
  if (length === 0) return [];
  const { start, end } = spanOf(trip, facts);
  const { timeZone } = facts.clock;
  const hoursOn = (date: string) => workingHoursOn(facts.hours, weekdayOf(date)) ?? usualHours(facts.hours);
  const leaves =
    typeof trip.from === "string" ? minuteOf(trip.from, hoursOn(trip.from).from, timeZone) : start;
  const returns = typeof trip.to === "string" ? minuteOf(trip.to, hoursOn(trip.to).to, timeZone) : end;
  return [
    { start: leaves, end: leaves + length },
    { start: Math.max(leaves + length, returns - length), end: Math.max(leaves + length, returns) },
  ].filter((way) => way.end > way.start);
}

/** It can be moved, removed or answered here. */
export const isChangeable = (meeting: Meeting | undefined): meeting is Meeting =>
  meeting !== undefined && !meeting.isReadOnly;

function withMoved(
  facts: PlanFacts,
  change: Extract<WhatIfChange, { kind: "moveEvent" }>,
  index: number,
  meeting: Meeting | undefined,
): PlanFacts {
  const times = timesOf(change);
  if (!isChangeable(meeting) || !meeting.isOwn) return withTaken(facts, { id: `new:${index}`, ...times });
  return withTimes(facts, meeting, times);
}

function withTimes(facts: PlanFacts, meeting: Meeting, times: Span): PlanFacts {
  const others = facts.events.filter(({ id }) => id !== meeting.id);
  const moved = { ...planEventOf(meeting), ...times };
  return {
    ...facts,
    events: [...others, moved].toSorted(
      (one, other) => one.start - other.start || (one.id < other.id ? -1 : 1),
    ),
    blocks: facts.blocks.map((block) =>
      block.eventId === meeting.id ? { ...block, ...times, isMovedByHand: true } : block,
    ),
  };
}

const planEventOf = (meeting: Meeting): PlanEvent => ({
  ...{ id: meeting.id, title: meeting.title, provenance: meeting.provenance, location: meeting.location },
  ...{ start: meeting.start, end: meeting.end, isAllDay: meeting.isAllDay, isFree: meeting.isFree },
  ...{ travelMinutes: meeting.travelMinutes, hasGuests: meeting.hasGuests, isRecurring: meeting.isRecurring },
  ...{ guestCount: meeting.guestCount, isOutside: meeting.isOutside },
});

function withoutEvent(facts: PlanFacts, meeting: Meeting | undefined): PlanFacts {
  if (!isChangeable(meeting)) return facts;
  return {
    ...facts,
    events: facts.events.filter(({ id }) => id !== meeting.id),
    blocks: facts.blocks.filter(({ eventId }) => eventId !== meeting.id),
  };
}

const withTaken = (facts: PlanFacts, busy: Span & { id: string }): PlanFacts => ({
  ...facts,
  taken: [...facts.taken, busy],
});

/** What waits for somebody cannot be done before they are back. */
const withWaiting = (facts: PlanFacts, taskIds: readonly string[], back: number): PlanFacts => {
  const waiting = new Set(taskIds.map((id) => itemIdOf("task", id)));
  const later = (item: WantedItem) =>
    waiting.has(item.id) ? { ...item, earliest: Math.max(item.earliest, back) } : item;
  return { ...facts, wanted: facts.wanted.map(later) };
};

/** The same with steps that were not asked for. */
export function takeSteps(
  facts: PlanFacts,
  steps: readonly EventStep[],
  meetings: ReadonlyMap<string, Meeting>,
): PlanFacts {
  return steps.reduce((changed, step) => {
    if (step.kind === "create") return changed;
    const meeting = meetings.get(step.eventId);
    if (!meeting) return changed;
    // Who is asked has not agreed yet.
    if (step.kind === "ask") return changed;
    const isThere = step.kind === "move" || step.kind === "shorten";
    return isThere ? withTimes(changed, meeting, timesOf(step)) : withoutEvent(changed, meeting);
  }, facts);
}

/** Both in milliseconds. */
export const isShared = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end;
