import type { ALTERNATIVE_KINDS, EventStep, WhatIfChange } from "../alternative-model.ts";
import type { Item, PlanDay, Problem } from "../engine/plan-problem.ts";
import { joined } from "../engine/span-sets.ts";
import { addDays, minuteOf } from "../reading/day-spans.ts";
import type { PlanFacts } from "../reading/read-facts.ts";
import { type Reading, toReading } from "../reading/read-problem.ts";
import { MINUTE } from "../reading/wanted-item.ts";
import { changeFacts, isShared, type Subjects, spanOf, takeSteps } from "./change-facts.ts";
import { findCollisions } from "./find-collisions.ts";
import { stepsForCollisions, stepsForRoom } from "./free-meetings.ts";

export type AlternativeKind = (typeof ALTERNATIVE_KINDS)[number];

/** One way to go on, before its blocks are searched. */
export type Variant = {
  kind: AlternativeKind;
  /** Beyond what was asked for. */
  steps: readonly EventStep[];
  facts: PlanFacts;
  reading: Reading;
  /** Items that wait until after these days. */
  postponed: ReadonlySet<string>;
};

/** So much longer the other days are at most. */
const OVERTIME_MINUTES = 120;
/** On a day without working hours, where no other is left. */
const EXTRA_DAY_MINUTES = 240;
/** Tasks of medium priority and below may wait. */
const MAY_WAIT = 0.5;
/** So much of what may wait does, in one of the variants. */
const SHARES = [0.25, 0.5, 1] as const;

/** All ways that are searched, at most twelve; `facts`: without the changes. */
export function draftVariants(
  facts: PlanFacts,
  changes: readonly WhatIfChange[],
  subjects: Subjects,
): Variant[] {
  const changed = changeFacts(facts, changes, subjects);
  const late = variantOf("late", changed, []);
  return [
    late,
    ...meetingVariants(changed, changes, subjects),
    variantOf("longer", longerDays(changed, changes), []),
    ...postponedSets(late.reading.problem).map((postponed) => ({
      ...late,
      ...{ kind: "postpone" as const, postponed },
    })),
  ];
}

/** The first one, the first two, and so on. */
export const prefixesOf = <T>(all: readonly T[]): T[][] => all.map((_, index) => all.slice(0, index + 1));

export const variantOf = (kind: AlternativeKind, facts: PlanFacts, steps: readonly EventStep[]): Variant => ({
  ...{ kind, steps, facts, reading: toReading(facts), postponed: new Set<string>() },
});

/** The facts of an alternative as it was shown. */
export function factsOfAlternative(
  facts: PlanFacts,
  changes: readonly WhatIfChange[],
  subjects: Subjects,
  { kind, steps }: Pick<Variant, "kind" | "steps">,
): PlanFacts {
  const changed = takeSteps(changeFacts(facts, changes, subjects), steps, subjects.meetings);
  return kind === "longer" ? longerDays(changed, changes) : changed;
}

/** What is searched: without the items that wait. */
export const problemOf = ({ reading: { problem }, postponed }: Variant): Problem =>
  postponed.size === 0
    ? problem
    : { ...problem, items: problem.items.filter(({ id }) => !postponed.has(id)) };

function meetingVariants(
  changed: PlanFacts,
  changes: readonly WhatIfChange[],
  subjects: Subjects,
): Variant[] {
  const asked = { facts: changed, changes, subjects };
  const first = stepsForCollisions(asked, findCollisions(changed, changes, subjects));
  const leaving = stepsForRoom(asked, first, "leave");
  const shorter = stepsForRoom(asked, first, "shorten");
  const sets = [
    first,
    ...prefixesOf(leaving).map((more) => [...first, ...more]),
    ...prefixesOf(shorter).map((more) => [...first, ...more]),
  ].filter(({ length }) => length > 0);
  return sets.map((steps) => variantOf("meetings", takeSteps(changed, steps, subjects.meetings), steps));
}

/** Two hours more in the evening of days that no change takes; if there are none, some hours of days that are free. */
export function longerDays(facts: PlanFacts, changes: readonly WhatIfChange[]): PlanFacts {
  const { timeZone } = facts.clock;
  const spans = changes.flatMap((change) =>
    change.kind === "dayOff" || change.kind === "trip" ? [spanOf(change, facts)] : [],
  );
  const wholeDay = ({ date }: PlanDay) => ({
    start: minuteOf(date, 0, timeZone),
    end: minuteOf(addDays(date, 1), 0, timeZone),
  });
  const isOpen = (day: PlanDay) =>
    wholeDay(day).end > facts.now && !spans.some((span) => isShared(wholeDay(day), span));
  const hasWork = (day: PlanDay) => isOpen(day) && day.work.length > 0;
  const isLonger = facts.days.some(hasWork) ? hasWork : isOpen;
  return {
    ...facts,
    days: facts.days.map((day) => (isLonger(day) ? longer(day, facts.hours.workFrom, timeZone) : day)),
  };
}

function longer(day: PlanDay, workFrom: number, timeZone: string): PlanDay {
  const last = day.work.at(-1)?.end;
  const start = last ?? minuteOf(day.date, workFrom, timeZone);
  const minutes = last === undefined ? EXTRA_DAY_MINUTES : OVERTIME_MINUTES;
  const midnight = minuteOf(addDays(day.date, 1), 0, timeZone);
  // Work after midnight belongs to the next day.
  const end = Math.max(start, Math.min(start + minutes * MINUTE, midnight));
  const added = Math.round((end - start) / MINUTE);
  return {
    ...day,
    work: joined([...day.work, { start, end }]),
    mostMinutes: last === undefined ? added : day.mostMinutes + added,
  };
}

/** Tasks that nobody was promised and nothing waits for, the least important first, those due last before others. */
function postponedSets({ items }: Problem): ReadonlySet<string>[] {
  const awaited = new Set(items.flatMap(({ after }) => after));
  const mayWait = items
    .filter(
      ({ id, kind, isPromised, isFixed, importance }) =>
        kind === "task" && !isPromised && !isFixed && importance <= MAY_WAIT && !awaited.has(id),
    )
    .toSorted(byLeast)
    .map(({ id }) => id);
  const counts = new Set(SHARES.map((share) => Math.ceil(mayWait.length * share)));
  return [...counts].filter((count) => count > 0).map((count) => new Set(mayWait.slice(0, count)));
}

const byLeast = (one: Item, other: Item): number =>
  one.importance - other.importance ||
  (other.due ?? Number.MAX_SAFE_INTEGER) - (one.due ?? Number.MAX_SAFE_INTEGER) ||
  (one.id < other.id ? -1 : 1);
