import { dayInZone } from "#platform/time/wall-clock.ts";
import type { EventStep } from "../alternative-model.ts";
import type { PlanDay, Span } from "../engine/plan-problem.ts";
import { joined, shared, without } from "../engine/span-sets.ts";
import { minutesOf } from "../reading/build-problem.ts";
import { busyOf } from "../reading/busy-of.ts";
import { minuteOf } from "../reading/day-spans.ts";
import { awayStays } from "../reading/find-away.ts";
import { minutesBeyondLimit } from "../reading/meeting-minutes.ts";
import {
  isDispensable,
  isOneOfMany,
  isRoutine,
  isUntouchable,
  MANY_GUESTS,
} from "../reading/meeting-weight.ts";
import { leavingFor, preparedEvent } from "../reading/own-preparation.ts";
import type { Reading } from "../reading/read-problem.ts";
import { MINUTE } from "../reading/wanted-item.ts";
import { isShared } from "../what-if/change-facts.ts";
import { type Overlap, overlapsIn } from "../what-if/find-overlaps.ts";
import { type Asked, freeStart, meetingsForRoom, moveOf, refusalOf } from "../what-if/free-meetings.ts";
import type { Meeting } from "../what-if/read-meetings.ts";
import { LEAST_MEETING_MINUTES, shortenOf } from "../what-if/shorten-meetings.ts";

/** So many meetings are tried. */
const MOST_TRIED = 10;
/** A meeting is moved to one of so many days. */
const MOST_DAYS = 2;
/** What moves does not take the last hour of a day. */
const LAST_HOUR = 60 * MINUTE;
const GRID = 5 * MINUTE;

/** What makes a meeting worth trying; it is only the order in which they are tried. */
const WORTH = { overlap: 100, broken: 60, beyondLimit: 40, many: 30, unanswered: 20, routine: 10 } as const;

/**
 * Meetings that could give way: those that overlap others, lie before a promise that is broken or on days beyond the
 * limit, and in which the person is one of many, come first. Never those on which much depends. `broken`: when these are due.
 */
export function meetingsToTry(asked: Asked, reading: Reading, broken: readonly number[]): Meeting[] {
  const { days, clock } = asked.facts;
  const overlaps = overlapsIn(reading, days);
  const overlapping = new Set(overlaps.flatMap(({ one, other }) => [one.id, other.id]));
  const full = new Set(days.filter((day) => minutesBeyondLimit(day, reading) > 0).map(({ date }) => date));
  const worthOf = (meeting: Meeting): number => {
    const { id, start, answer, isOwn } = meeting;
    const is = {
      overlap: overlapping.has(id),
      broken: broken.some((due) => start < due),
      beyondLimit: full.has(dayInZone(new Date(start), clock.timeZone)),
      many: isOneOfMany(meeting),
      unanswered: !isOwn && answer !== "accepted",
      routine: isRoutine(meeting),
    };
    return Object.entries(WORTH).reduce(
      (sum, [name, worth]) => sum + (is[name as keyof typeof WORTH] ? worth : 0),
      0,
    );
  };
  const isBound = boundIn(asked);
  return meetingsForRoom(asked, [])
    .filter((meeting) => !isUntouchable(meeting) && !isBound(meeting))
    .map((meeting) => ({ meeting, worth: worthOf(meeting) }))
    .toSorted((one, other) => other.worth - one.worth)
    .slice(0, MOST_TRIED)
    .map(({ meeting }) => meeting);
}

/** One travels for it, or prepares it by tasks of one's own: there one has a part to play. */
function boundIn({ facts }: Asked): (meeting: Meeting) => boolean {
  const away = awayStays(facts.events, facts.rides, []);
  const prepared = new Set(
    facts.wanted.flatMap((task) => preparedEvent(task, facts.events, facts.clock.timeZone)?.id ?? []),
  );
  return (meeting) =>
    prepared.has(meeting.id) || meeting.travelMinutes > 0 || away.some((span) => isShared(span, meeting));
}

/** Each way in which one meeting can give way alone. */
export function stepsFor(asked: Asked, meeting: Meeting, overlaps: readonly Overlap[]): EventStep[] {
  const until = overlaps.flatMap((overlap) => leaveEarly(meeting, overlap, asked) ?? []);
  return [
    shortenOf(meeting, asked.facts) ?? [],
    ...until,
    ...(isMovable(meeting, asked) ? movesFor(asked, meeting, []) : []),
    canBeLeft(meeting, overlaps, asked) ? absenceOf(meeting) : [],
  ].flat();
}

/** Others go on without the person, or hold it: an invitation, what is dispensable, and the lesser of two at the same time. */
const canBeLeft = (meeting: Meeting, overlaps: readonly Overlap[], asked: Asked): boolean =>
  !meeting.isOwn || isDispensable(meeting) || isLesser(meeting, overlaps, asked);

/** Of two at the same time, the one to leave: the other is of more weight, or is bound; else the one with more people. */
function isLesser(meeting: Meeting, overlaps: readonly Overlap[], asked: Asked): boolean {
  const isBound = boundIn(asked);
  return overlaps.some(({ one, other }) => {
    const id = one.id === meeting.id ? other.id : other.id === meeting.id ? one.id : null;
    const rival = id === null ? undefined : asked.subjects.meetings.get(id);
    if (!rival) return false;
    if (!rival.hasGuests || isUntouchable(rival) || isBound(rival)) return true;
    return !isDispensable(rival) && meeting.guestCount >= rival.guestCount;
  });
}

/** Few have to agree, and it does not take place on other days as well. */
const isMovable = (meeting: Meeting, { facts }: Asked): boolean =>
  meeting.isOwn &&
  meeting.guestCount < MANY_GUESTS &&
  !isRoutine(meeting) &&
  !facts.events.some(({ id, title }) => id !== meeting.id && title !== "" && title === meeting.title);

/** Others go on without the person; what somebody else organizes is declined. */
const absenceOf = (meeting: Meeting): EventStep =>
  meeting.isOwn ? { kind: "skip", eventId: meeting.id } : refusalOf(meeting);

/** It ends when the person has to leave for the other one. */
function leaveEarly(meeting: Meeting, { one, other }: Overlap, { facts }: Asked): EventStep | null {
  if (one.id !== meeting.id || !meeting.isOwn) return null;
  const back = meeting.travelMinutes * MINUTE;
  const end = Math.floor((leavingFor(other) - back) / GRID) * GRID;
  if (end - meeting.start < LEAST_MEETING_MINUTES * MINUTE || end >= meeting.end) return null;
  if (shortenOf(meeting, facts) === null) return null;
  return {
    ...{ kind: "shorten", eventId: meeting.id },
    ...{ startTime: new Date(meeting.start), endTime: new Date(end) },
  };
}

/** To the days with the most free time, near to its time of day; not into the last hour of a day. */
export function movesFor(asked: Asked, meeting: Meeting, before: readonly EventStep[]): EventStep[] {
  const { facts } = asked;
  const { timeZone } = facts.clock;
  const busy = joined(busyOf(facts.events, facts.rides));
  const freeOn = ({ work }: PlanDay) => minutesOf(without(joined(work), busy));
  const own = dayInZone(new Date(meeting.start), timeZone);
  const clock = meeting.start - minuteOf(own, 0, timeZone);
  const days = facts.days
    .filter(({ date, work }) => date !== own && (work.at(-1)?.end ?? 0) > facts.now)
    .toSorted((one, other) => freeOn(other) - freeOn(one))
    .slice(0, MOST_DAYS);
  return days.flatMap((day) => {
    const open = { ...asked, facts: { ...facts, days: [withoutLastHour(day)] } };
    const start = freeStart(open, meeting, before, minuteOf(day.date, 0, timeZone) + clock);
    return start === null ? [] : [moveOf(meeting, start)];
  });
}

function withoutLastHour(day: PlanDay): PlanDay {
  const last = day.work.at(-1)?.end ?? 0;
  const until: Span[] = [{ start: 0, end: last - LAST_HOUR }];
  return { ...day, work: shared(joined(day.work), until) };
}
