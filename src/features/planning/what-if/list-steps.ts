import { t } from "#i18n/message.ts";
import type { EventStep, WhatIfChange } from "../alternative-model.ts";
import { addDays } from "../reading/day-spans.ts";
import type { PlanFacts } from "../reading/read-facts.ts";
import { isChangeable, type Subjects, spanOf, waysOf } from "./change-facts.ts";
import type { Meeting } from "./read-meetings.ts";
import { isShorter } from "./shorten-meetings.ts";

/** What the changes themselves write. What the person may not change is asked for by a draft only. */
export const stepsOfChanges = (
  facts: PlanFacts,
  changes: readonly WhatIfChange[],
  { meetings }: Pick<Subjects, "meetings">,
): EventStep[] => changes.flatMap((change) => stepsOf(change, facts, meetings));

function stepsOf(
  change: WhatIfChange,
  facts: PlanFacts,
  meetings: ReadonlyMap<string, Meeting>,
): EventStep[] {
  switch (change.kind) {
    case "dayOff":
      return [
        { ...NEW, what: "dayOff", title: t`Day off`, isAllDay: true, ...allDay(change.from, change.to) },
      ];
    case "trip":
      return tripSteps(change, facts);
    case "newEvent": {
      const title = change.title || t`Meeting`;
      const { startTime, endTime } = change;
      return [{ ...NEW, what: "meeting", title, isAllDay: false, startTime, endTime }];
    }
    case "moveEvent": {
      const meeting = meetings.get(change.eventId);
      const { eventId, startTime, endTime } = change;
      if (!isChangeable(meeting) || !meeting.isOwn) return [];
      return [{ kind: isShorter(change, meeting) ? "shorten" : "move", eventId, startTime, endTime }];
    }
    case "dropEvent": {
      const meeting = meetings.get(change.eventId);
      if (!isChangeable(meeting)) return [];
      // Of a series only this occurrence goes: an answer would be one for all of them.
      const isAnswered = !meeting.isOwn && !meeting.isOccurrence;
      return [{ kind: isAnswered ? "decline" : "remove", eventId: change.eventId }];
    }
    case "withoutPerson":
      return [];
  }
}

const NEW = { kind: "create", place: null } as const;

/** As all-day events have them: midnights in UTC. */
const allDay = (from: string, to: string) => ({
  startTime: new Date(`${from}T00:00:00Z`),
  endTime: new Date(`${addDays(to, 1)}T00:00:00Z`),
});

function tripSteps(change: Extract<WhatIfChange, { kind: "trip" }>, facts: PlanFacts): EventStep[] {
  const { from, to, place } = change;
  const isWhole = typeof from === "string" && typeof to === "string";
  const span = spanOf(change, facts);
  const times = isWhole ? allDay(from, to) : datesOf(span);
  const [out, back] = waysOf(change, facts);
  const trip: EventStep = {
    ...{ kind: "create", what: "trip", title: t`Trip: ${place}`, place, isAllDay: isWhole, ...times },
  };
  const way = (title: string, at: typeof span): EventStep => ({
    ...{ ...NEW, what: "travel", title, isAllDay: false, ...datesOf(at) },
  });
  return [
    trip,
    ...(out ? [way(t`Travel to ${place}`, out)] : []),
    ...(back ? [way(t`Travel back from ${place}`, back)] : []),
  ];
}

const datesOf = ({ start, end }: { start: number; end: number }) => ({
  startTime: new Date(start),
  endTime: new Date(end),
});

/** Those of an alternative that are not among the changes. */
export function stepsBeyond(steps: readonly EventStep[], changes: readonly WhatIfChange[]): EventStep[] {
  const named = new Set(changes.flatMap((change) => ("eventId" in change ? [change.eventId] : [])));
  return steps.filter((step) => step.kind !== "create" && !named.has(step.eventId));
}
