import type { EventStep, WhatIfChange } from "../alternative-model.ts";
import type { Span } from "../engine/plan-problem.ts";
import { joined, without } from "../engine/span-sets.ts";
import { busyOf } from "../reading/busy-of.ts";
import { awayStays } from "../reading/find-away.ts";
import type { PlanFacts } from "../reading/read-facts.ts";
import { MINUTE } from "../reading/wanted-item.ts";
import { isChangeable, isShared, type Subjects, spanOf } from "./change-facts.ts";
import { type Collision, collisionOf, findCollisions, meetingsIn } from "./find-collisions.ts";
import type { Meeting } from "./read-meetings.ts";
import { shortenOf } from "./shorten-meetings.ts";

/** Points: what it takes of other people. To change one costs more the more have to agree, and to be missed most. */
export const MEETING_PRICES = {
  ...{ ask: 2, shorten: 8, shortenPerGuest: 1 },
  /** For each minute by which it ends earlier than when it is shortened as usual. */
  shortenMore: 0.5,
  ...{ move: 20, perGuest: 3, mostGuests: 10, decline: 40, missed: 60 },
  /** Not to go: little where the person is one of many, more where few would miss them. */
  ...{ skip: 30, skipOfMany: 12 },
  /** Two at the same time, and each minute of that. */
  ...{ overlap: 15, overlapMinute: 0.5 },
  /** For each minute of meetings beyond what the person wants of them on a day. */
  beyondLimit: 1,
} as const;
const GRID = 15 * MINUTE;
/** So many meetings that collide with nothing give way at most. */
export const MOST_FREED = 3;

export type Asked = { facts: PlanFacts; changes: readonly WhatIfChange[]; subjects: Subjects };

/**
 * What becomes of the meetings that collide: the person's own end earlier if that is enough, or move to the nearest time
 * that is free for them; others are declined. Those that nobody here can change stay.
 */
export function stepsForCollisions(asked: Asked, collisions: readonly Collision[]): EventStep[] {
  const named = namedIn(asked.changes);
  const steps: EventStep[] = [];
  for (const { meeting, kind } of collisions) {
    if (steps.length === MOST_STEPS) break;
    if (!isChangeable(meeting) || named.has(meeting.id)) continue;
    if (!meeting.isOwn) {
      if (kind !== "missing") steps.push(refusalOf(meeting));
      continue;
    }
    const shorter = shortenOf(meeting, asked.facts);
    if (shorter && "endTime" in shorter && !collidesUntil(asked, meeting, shorter.endTime)) {
      steps.push(shorter);
      continue;
    }
    const start = freeStart(asked, meeting, steps, meeting.start);
    if (start !== null) steps.push(moveOf(meeting, start));
  }
  return steps;
}

/** Whether it still collides if it ends then. */
const collidesUntil = ({ facts, changes, subjects }: Asked, meeting: Meeting, end: Date): boolean =>
  changes.some((change, index) =>
    collisionOf({ ...meeting, end: end.getTime() }, change, index, facts, subjects),
  );

/** What is said about these is done as it is said. */
const namedIn = (changes: readonly WhatIfChange[]): ReadonlySet<string> =>
  new Set(changes.flatMap((change) => ("eventId" in change ? [change.eventId] : [])));

/** More than fit into two weeks; the others stay as they are. */
const MOST_STEPS = 40;

/** Meetings with other people that could make room, least important first. */
export function meetingsForRoom(asked: Asked, before: readonly EventStep[]): Meeting[] {
  const { facts, changes, subjects } = asked;
  const named = new Set([
    ...namedIn(changes),
    ...before.flatMap((step) => ("eventId" in step ? [step.eventId] : [])),
    ...findCollisions(facts, changes, subjects).map(({ meeting }) => meeting.id),
  ]);
  const inWork = (meeting: Span) =>
    facts.days.some(({ work }) => work.some((span) => isShared(meeting, span)));
  return meetingsIn(facts, subjects)
    .filter((each) => each.hasGuests && isChangeable(each) && !named.has(each.id))
    .filter((each) => each.start > facts.now && inWork(each))
    .toSorted(byImportance);
}

/** How a meeting gives way: own ones end earlier, or go to the end of the days; others are declined. */
export type WayOut = "shorten" | "leave";

/** Steps that make room, at most three. */
export function stepsForRoom(asked: Asked, before: readonly EventStep[], way: WayOut): EventStep[] {
  const steps: EventStep[] = [];
  for (const meeting of meetingsForRoom(asked, before)) {
    if (steps.length === MOST_FREED) break;
    const step = stepForRoom(asked, meeting, [...before, ...steps], way);
    if (step) steps.push(step);
  }
  return steps;
}

/** Null if it cannot give way like this. */
export function stepForRoom(
  asked: Asked,
  meeting: Meeting,
  before: readonly EventStep[],
  way: WayOut,
): EventStep | null {
  if (way === "shorten") return meeting.isOwn ? shortenOf(meeting, asked.facts) : null;
  if (!meeting.isOwn) return refusalOf(meeting);
  const last = freeStart(asked, meeting, before, Number.POSITIVE_INFINITY);
  return last !== null && last > meeting.start ? moveOf(meeting, last) : null;
}

/** Not answered yet, then tentative; then few guests. */
const byImportance = (one: Meeting, other: Meeting): number =>
  rankOf(one) - rankOf(other) ||
  one.guests.length - other.guests.length ||
  one.start - other.start ||
  (one.id < other.id ? -1 : 1);

const rankOf = ({ isOwn, answer }: Meeting): number => {
  if (isOwn) return 2;
  return answer === "needs-action" || answer === null ? 0 : answer === "tentative" ? 1 : 3;
};

/** Of a series only this occurrence goes: an answer would be one for all of them. */
export const refusalOf = ({ id, isOccurrence }: Meeting): EventStep => ({
  kind: isOccurrence ? "remove" : "decline",
  eventId: id,
});

export const moveOf = ({ id, start, end }: Meeting, to: number): EventStep => ({
  ...{ kind: "move", eventId: id, startTime: new Date(to), endTime: new Date(to + end - start) },
});

/** The start nearest to `near` (milliseconds) at which the person is free, within their hours; null if there is none. */
export function freeStart(
  { facts, changes, subjects }: Asked,
  meeting: Meeting,
  steps: readonly EventStep[],
  near: number,
): number | null {
  const { rides } = facts;
  const gone = new Set(
    steps.flatMap((step) => ("eventId" in step && step.kind !== "ask" ? [step.eventId] : [])),
  );
  const way = meeting.travelMinutes * MINUTE;
  const others = facts.events
    .filter(({ id }) => id !== meeting.id && !gone.has(id))
    .filter(({ id }) => !facts.blocks.some(({ eventId }) => eventId === id));
  const taken: Span[] = [
    ...busyOf(others, rides),
    ...awayStays(others, rides, []),
    ...facts.taken,
    ...steps.flatMap((step) =>
      step.kind === "move" || step.kind === "shorten"
        ? [{ start: step.startTime.getTime(), end: step.endTime.getTime() }]
        : [],
    ),
    ...forbiddenFor(meeting, facts, changes, subjects),
    { start: 0, end: facts.now },
  ].map(({ start, end }) => ({ start: start - way, end: end + way }));
  const length = meeting.end - meeting.start;
  const free = without(joined(facts.days.flatMap(({ work }) => work)), joined(taken));
  const starts = free.flatMap(({ start, end }) => {
    const first = Math.ceil(start / GRID) * GRID;
    const last = Math.floor((end - length) / GRID) * GRID;
    if (last < first) return [];
    return [Math.min(last, Math.max(first, Number.isFinite(near) ? Math.round(near / GRID) * GRID : last))];
  });
  const distance = (start: number) => (Number.isFinite(near) ? Math.abs(start - near) : -start);
  return starts.toSorted((one, other) => distance(one) - distance(other) || other - one)[0] ?? null;
}

/** Times at which this meeting would collide with a change again. */
function forbiddenFor(
  meeting: Meeting,
  facts: PlanFacts,
  changes: readonly WhatIfChange[],
  subjects: Subjects,
): Span[] {
  return changes.flatMap((change, index) => {
    if (change.kind === "dayOff") return [spanOf(change, facts)];
    const span = change.kind === "trip" || change.kind === "withoutPerson" ? spanOf(change, facts) : null;
    if (!span) return [];
    return collisionOf({ ...meeting, ...span }, change, index, facts, subjects) ? [span] : [];
  });
}
