import fc from "fast-check";
import { expect } from "vitest";
import type { EventStep } from "../alternative-model.ts";
import { violationsOf } from "../engine/check-plan.ts";
import { bestPlan } from "../engine/plan-items.ts";
import type { Span } from "../engine/plan-problem.ts";
import { plannedDays, toReading } from "../reading/read-problem.ts";
import { placeOf } from "../reading/wanted-item.ts";
import { isShared, spanOf, waysOf } from "./change-facts.ts";
import { type Candidate, chooseAlternatives, isBetter } from "./choose-alternatives.ts";
import { draftVariants, factsOfAlternative, problemOf } from "./draft-variants.ts";
import { findCollisions } from "./find-collisions.ts";
import { stepsBeyond, stepsOfChanges } from "./list-steps.ts";
import { measurePlan } from "./plan-measures.ts";
import type { Situation } from "./read-situation.ts";
import { changedIds, someSituation } from "./situations.factory.ts";

const EFFORT = 4_000;

/** All laws of alternatives, in so many generated weeks with generated changes. */
export function expectLawfulAlternatives(numRuns: number, seed: number): void {
  fc.assert(fc.property(someSituation, expectLawful), { numRuns, seed });
}

function candidatesOf({ facts, changes, subjects }: Situation): Candidate[] {
  return draftVariants(facts, changes, subjects).map((variant) => {
    const plan = bestPlan(problemOf(variant), { effort: EFFORT });
    const conflicts = findCollisions(variant.facts, changes, subjects).length;
    const { reading, steps } = variant;
    const measured = { reading, blocks: plan.blocks, days: plannedDays(facts), steps, conflicts };
    return { variant, plan, measures: measurePlan({ ...measured, meetings: subjects.meetings }) };
  });
}

function expectLawful(situation: Situation): void {
  const candidates = candidatesOf(situation);
  const chosen = chooseAlternatives(candidates);
  expect(chosen.length).toBeGreaterThan(0);
  expect(chosen.length).toBeLessThanOrEqual(3);
  const kinds = chosen.map(({ variant }) => variant.kind);
  expect(new Set(kinds).size).toBe(kinds.length);
  const done = chosen.map(({ plan, variant }) => JSON.stringify([plan.blocks, variant.steps]));
  expect(new Set(done).size).toBe(done.length);
  for (const one of chosen) {
    expect(chosen.filter((other) => isBetter(other.measures, one.measures))).toEqual([]);
    expectHardRules(situation, one);
    expectFreeDays(situation, one);
    expectOffRides(one);
    expectOwnSteps(situation, one);
  }
  const again = chooseAlternatives(candidatesOf(structuredClone(situation)));
  expect(again.map(({ plan, measures }) => [plan, measures])).toEqual(
    chosen.map(({ plan, measures }) => [plan, measures]),
  );
}

/** Also those of the problem that `plan.applyWhatIf` makes from the steps that were shown. */
export function expectHardRules(
  { facts, changes, subjects }: Situation,
  { variant, plan }: Pick<Candidate, "variant" | "plan">,
): void {
  const { kind, reading } = variant;
  expect(violationsOf(reading.problem, plan.blocks)).toEqual([]);
  const steps = [...stepsOfChanges(facts, changes, subjects), ...variant.steps];
  const beyond = stepsBeyond(steps, changes);
  expect(beyond).toEqual(variant.steps);
  const applied = factsOfAlternative(facts, changes, subjects, { kind, steps: beyond });
  expect(toReading(applied).problem).toEqual(reading.problem);
}

/** Nothing on a day off or on the way, and nothing that needs another place on a trip; but for what has begun. */
function expectFreeDays({ facts, changes }: Situation, { variant, plan }: Candidate): void {
  const begun = facts.blocks.filter(({ start }) => start <= facts.now);
  const moves = (block: Span) => !begun.some(({ start, end }) => start === block.start && end === block.end);
  const blocks = plan.blocks.filter(moves);
  const wanted = variant.reading.wanted;
  for (const change of changes) {
    if (change.kind === "dayOff") {
      const span = spanOf(change, facts);
      expect(blocks.filter((block) => isShared(block, span))).toEqual([]);
    }
    if (change.kind !== "trip") continue;
    const [span, ways] = [spanOf(change, facts), waysOf(change, facts)];
    const isBound = (id: string) => ![null, placeOf(change.place)].includes(wanted.get(id)?.place ?? null);
    expect(blocks.filter((block) => ways.some((way) => isShared(block, way)))).toEqual([]);
    expect(blocks.filter((block) => isShared(block, span) && isBound(block.itemId))).toEqual([]);
  }
}

/** What needs a place does not lie on a ride, unless the person put it there. */
function expectOffRides({ variant: { reading }, plan }: Candidate): void {
  const fixed = new Set(reading.problem.items.flatMap(({ id, isFixed }) => (isFixed ? [id] : [])));
  const bound = plan.blocks.filter(
    ({ itemId }) => !fixed.has(itemId) && (reading.wanted.get(itemId)?.place ?? null) !== null,
  );
  expect(bound.filter((block) => reading.rides.some((ride) => isShared(block, ride)))).toEqual([]);
}

type Shorter = Extract<EventStep, { kind: "shorten" | "ask" }>;

/** It begins as it does and lasts at least 25 minutes; the own one is shortened, and of others the organizer is asked. */
function expectShorter({ facts, changes, subjects }: Situation, step: Shorter): void {
  const meeting = subjects.meetings.get(step.eventId);
  if (!meeting) throw new Error("A meeting is shortened that is not there");
  expect([step.kind, meeting.isAllDay]).toEqual([meeting.isOwn ? "shorten" : "ask", false]);
  expect(step.startTime.getTime()).toBe(meeting.start);
  expect(step.endTime.getTime()).toBeLessThan(meeting.end);
  const isAskedFor = changes.some((change) => "eventId" in change && change.eventId === step.eventId);
  if (isAskedFor) return;
  expect(meeting.start).toBeGreaterThan(facts.now);
  expect(step.endTime.getTime() - step.startTime.getTime()).toBeGreaterThanOrEqual(25 * 60_000);
  expect(facts.days.some(({ work }) => work.some((span) => isShared(meeting, span)))).toBe(true);
}

/** Only own meetings are moved, nothing of a read-only calendar is changed, and nothing twice. */
export function expectOwnSteps(situation: Situation, { variant }: Pick<Candidate, "variant">): void {
  const { facts, changes, subjects } = situation;
  const steps = [...stepsOfChanges(facts, changes, subjects), ...variant.steps];
  for (const step of steps) {
    if (step.kind === "create") continue;
    const meeting = subjects.meetings.get(step.eventId);
    expect(meeting?.isReadOnly).toBe(false);
    if (step.kind === "move") expect(meeting?.isOwn).toBe(true);
    if (step.kind === "shorten" || step.kind === "ask") expectShorter(situation, step);
    if (step.kind === "skip") expect(meeting?.isOwn).toBe(true);
    if (step.kind === "decline") expect([meeting?.isOwn, meeting?.isOccurrence]).toEqual([false, false]);
  }
  const beyond = changedIds(variant.steps);
  expect(new Set(beyond).size).toBe(beyond.length);
}
