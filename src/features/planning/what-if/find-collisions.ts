import type { WhatIfChange } from "../alternative-model.ts";
import type { Span } from "../engine/plan-problem.ts";
import type { PlanFacts } from "../reading/read-facts.ts";
import { spanOfDays } from "../reading/read-problem.ts";
import { MINUTE, placeOf } from "../reading/wanted-item.ts";
import { isShared, type Subjects, spanOf, timesOf, waysOf } from "./change-facts.ts";
import type { Meeting } from "./read-meetings.ts";

/** A meeting that does not fit to a change; `otherId`: the event that is in the way. */
export type Collision = {
  kind: "collides" | "away" | "missing";
  meeting: Meeting;
  change: number;
  otherId: string | null;
  minutes: number;
};

/** The meetings of the changed facts that collide with the changes, each once, in the order of time. */
export function findCollisions(
  facts: PlanFacts,
  changes: readonly WhatIfChange[],
  subjects: Subjects,
): Collision[] {
  const found = new Map<string, Collision>();
  for (const [change, each] of changes.entries())
    for (const meeting of meetingsIn(facts, subjects)) {
      const collision = collisionOf(meeting, each, change, facts, subjects);
      if (collision && !found.has(meeting.id)) found.set(meeting.id, collision);
    }
  return [...found.values()].toSorted(
    (one, other) => one.meeting.start - other.meeting.start || (one.meeting.id < other.meeting.id ? -1 : 1),
  );
}

/** Coming events of the days that take time, where they are after the changes, without blocks of the plan. */
export function meetingsIn(facts: PlanFacts, { meetings }: Pick<Subjects, "meetings">): Meeting[] {
  const blocks = new Set(facts.blocks.map(({ eventId }) => eventId));
  const { from, until } = spanOfDays(facts);
  return facts.events.flatMap(({ id, start, end }) => {
    const meeting = meetings.get(id);
    const isPlain = meeting && !meeting.isFree && !meeting.isAllDay && !blocks.has(id);
    return isPlain && end > facts.now && start < until && end > from ? [{ ...meeting, start, end }] : [];
  });
}

/** Null if the meeting, with the times that it is given with, fits to the change. */
export function collisionOf(
  meeting: Meeting,
  change: WhatIfChange,
  index: number,
  facts: PlanFacts,
  { missing }: Subjects,
): Collision | null {
  const at = { meeting, change: index, otherId: null };
  const collides = (spans: readonly Span[], otherId: string | null = null): Collision | null => {
    const minutes = sharedMinutes(meeting, spans);
    return minutes > 0 ? { ...at, kind: "collides", otherId, minutes } : null;
  };
  switch (change.kind) {
    case "dayOff":
      return meeting.hasGuests ? collides([spanOf(change, facts)]) : null;
    case "trip": {
      const isAway = isShared(meeting, spanOf(change, facts)) && isElsewhere(meeting, change.place);
      const minutes = sharedMinutes(meeting, [spanOf(change, facts)]);
      return collides(waysOf(change, facts)) ?? (isAway ? { ...at, kind: "away", minutes } : null);
    }
    case "newEvent":
      return collides([timesOf(change)]);
    case "moveEvent":
      return meeting.id === change.eventId ? null : collides([timesOf(change)], change.eventId);
    case "withoutPerson": {
      const span = spanOf(change, facts);
      const keys = missing.get(index)?.keys ?? [];
      const isThere = [...meeting.guests, ...(meeting.organizer ? [meeting.organizer] : [])].some(
        ({ address }) => address !== null && keys.includes(address),
      );
      const minutes = sharedMinutes(meeting, [span]);
      return isThere && minutes > 0 ? { ...at, kind: "missing", minutes } : null;
    }
    case "dropEvent":
      return null;
  }
}

/** In person, at another place; without a location nobody knows. */
const isElsewhere = ({ location, hasLink }: Meeting, place: string): boolean => {
  const there = placeOf(location);
  return there !== null && !hasLink && there !== placeOf(place);
};

const sharedMinutes = (one: Span, spans: readonly Span[]): number => {
  const shared = spans.map((span) => Math.min(one.end, span.end) - Math.max(one.start, span.start));
  return Math.round(shared.reduce((sum, length) => sum + Math.max(0, length), 0) / MINUTE);
};
