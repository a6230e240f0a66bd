import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { dayInZone } from "#platform/time/wall-clock.ts";
import { basisOf } from "./basis-of-plan.ts";
import { compareBlocks, type PlacedBlock } from "./compare-blocks.ts";
import {
  describeAllDay,
  describeBrokenPromise,
  describeFact,
  describeLeftOut,
  describeMeetings,
  describeNoFocus,
  describeObstacle,
  describeOverlap,
  describeRemoved,
} from "./describe-reasons.ts";
import { describeWeek } from "./describe-week.ts";
import type { Block, Plan } from "./engine/plan-problem.ts";
import { factsOfBlocks, factsOfUnplaced } from "./facts-of-block.ts";
import { findPlan, findQuickly } from "./find-plan.ts";
import {
  type Fact,
  KIND_OF_SUBJECT,
  MAX_ITEMS,
  type PlanScope,
  type Proposal,
  type ProposedBlock,
  subjectOf,
} from "./model.ts";
import { lacksFocus } from "./reading/free-focus.ts";
import { eventsOn, meetingMinutes } from "./reading/meeting-minutes.ts";
import { isOneJourney } from "./reading/one-journey.ts";
import { leavingFor } from "./reading/own-preparation.ts";
import { type Reading, readProblem } from "./reading/read-problem.ts";
import { MINUTE, type PlanEvent, type PresentBlock } from "./reading/wanted-item.ts";

/** Reads in a transaction, searches without one, and writes nothing. */
export async function proposePlan(context: SignedIn, scope: PlanScope): Promise<Proposal> {
  const reading = await inOwnTransaction(context, "read", (own) => readProblem(own, scope));
  return toProposal(reading, await findPlan(context, reading.problem));
}

/** In the open transaction, for an answer that is waited for. */
export async function draftPlan(context: SignedIn, scope: PlanScope): Promise<Proposal> {
  const reading = await readProblem(context, scope);
  return toProposal(reading, findQuickly(reading.problem));
}

function toProposal(reading: Reading, plan: Plan): Proposal {
  const { placed, removed } = compareBlocks(plan.blocks, reading.present);
  const facts = factsIn(reading, plan.blocks);
  const whyNot = factsOfUnplaced(reading.problem, plan);
  return {
    ...{ from: reading.from, to: reading.to, basis: basisOf(reading, plan.blocks) },
    blocks: placed.map((block) => toProposedBlock(block, reading, facts(block))),
    unplaced: plan.unplaced
      .map(({ itemId, because }) => {
        const reasons = (whyNot.get(itemId) ?? []).map((fact) => ({ ...fact, text: wordsOf(fact, reading) }));
        return {
          ...titled(itemId, reading),
          minutes: reading.problem.items.find(({ id }) => id === itemId)?.minutes ?? 0,
          ...{ because, text: reasons[0]?.text ?? describeObstacle(because), reasons },
        };
      })
      .concat(reading.heldBack.map(toHeldBack))
      .toSorted((one, other) => KIND_ORDER[one.kind] - KIND_ORDER[other.kind]),
    removed: removed.map((block) => toRemoved(block, reading, plan)),
    notes: notesOf(reading, plan),
    cost: plan.cost,
    terms: plan.terms.map(({ itemId, ...term }) => ({ ...term, item: itemId })),
  };
}

/** Preparation without a place is named after what the person asked for. */
const KIND_ORDER = { task: 0, answer: 0, preparation: 1 } as const;

/** A block as it is shown. */
export function toProposedBlock(block: PlacedBlock, reading: Reading, facts: readonly Fact[]): ProposedBlock {
  const { present, change, itemId } = block;
  return {
    ...titled(itemId, reading),
    ...timesOf(block),
    change,
    eventId: present?.eventId ?? null,
    before: change === "moved" && present ? timesOf(present) : null,
    isGuess: (reading.wanted.get(itemId)?.guess ?? null) !== null,
    reasons: facts.map((fact) => ({ ...fact, text: wordsOf(fact, reading) })),
  };
}

/** A fact of these days in words. */
export const wordsOf = (fact: Fact, { clock, wanted, events }: Reading): string => {
  const isEvent = fact.kind === "ride" || fact.kind === "approach";
  const eventOf = (item: string) => events.find(({ id }) => id === subjectOf(item).id);
  return describeFact(fact, clock, (item) =>
    isEvent ? (eventOf(item)?.title ?? "") : (wanted.get(item)?.title ?? ""),
  );
};

/** What is stored with each block, and said of it. */
export function factsIn(
  { problem, wanted, worked, rides }: Reading,
  blocks: readonly Block[],
): (block: Block) => Fact[] {
  const guesses = new Map([...wanted].map(([id, { guess }]) => [id, guess]));
  const promisedTo = new Map([...wanted].map(([id, item]) => [id, item.promisedTo]));
  const all = factsOfBlocks({ problem, blocks, worked, guesses, rides, promisedTo });
  return ({ itemId, start }) =>
    all.find(({ block }) => block.itemId === itemId && block.start === start)?.facts ?? [];
}

function toRemoved(block: PresentBlock, { wanted }: Reading, { unplaced }: Plan) {
  const { subject } = subjectOf(block.itemId);
  const obstacle = unplaced.find(({ itemId }) => itemId === block.itemId)?.because ?? null;
  return {
    ...{ item: block.itemId, kind: KIND_OF_SUBJECT[subject], title: block.title },
    ...timesOf(block),
    eventId: block.eventId,
    text: describeRemoved(obstacle, wanted.has(block.itemId)),
  };
}

const toHeldBack = ({ id, kind, title, minutes }: Reading["heldBack"][number]) => ({
  ...{
    item: id,
    kind,
    title,
    minutes,
    because: "before" as const,
    text: describeObstacle("before"),
    reasons: [],
  },
});

export const titled = (item: string, { wanted }: Reading) => ({
  ...{ item, kind: KIND_OF_SUBJECT[subjectOf(item).subject], title: wanted.get(item)?.title ?? "" },
});

const timesOf = ({ start, end }: { start: number; end: number }) => ({
  startTime: new Date(start),
  endTime: new Date(end),
});

function notesOf(reading: Reading, plan: Plan): Proposal["notes"] {
  const { problem, events, settings, clock, leftOut } = reading;
  const days = problem.days.flatMap((day) => {
    const { date } = day;
    const minutes = meetingMinutes(day, reading);
    const most = settings.mostMeetingMinutes;
    const tooMany =
      most !== null && minutes > most
        ? [{ kind: "meetings" as const, day: date, text: describeMeetings(minutes, most) }]
        : [];
    const noFocus = lacksFocus(day, problem, plan.blocks)
      ? [{ kind: "focus" as const, day: date, text: describeNoFocus() }]
      : [];
    const whole = eventsOn(day, events).filter(({ isAllDay }) => isAllDay);
    return [
      ...whole.map(({ title }) => ({ kind: "allDay" as const, day: date, text: describeAllDay(title) })),
      ...tooMany,
      ...noFocus,
    ];
  });
  const busy = events.filter(({ isFree, isAllDay }) => !isFree && !isAllDay);
  const overlaps = overlapsOf(busy, reading).map(({ one, other }) => ({
    kind: "overlap" as const,
    day: dayInZone(new Date(other.start), clock.timeZone),
    text: describeOverlap(
      { title: one.title, until: new Date(one.end + one.travelMinutes * MINUTE) },
      { title: other.title, until: new Date(leavingFor(other)) },
      clock,
    ),
  }));
  const more = leftOut ? [{ kind: "leftOut" as const, day: null, text: describeLeftOut(MAX_ITEMS) }] : [];
  const whole = describeWeek(reading, plan);
  const week = whole === null ? [] : [{ kind: "week" as const, day: null, text: whole }];
  return [...week, ...more, ...brokenPromises(reading, plan), ...days, ...overlaps];
}

/** What was promised until a time to come, and is late or has no place. */
function brokenPromises({ problem, wanted }: Reading, { blocks }: Plan): Proposal["notes"] {
  return problem.items.flatMap(({ id, isPromised, due }) => {
    const title = wanted.get(id)?.title;
    if (!isPromised || due === null || due <= problem.now || title === undefined) return [];
    const end = blocks.findLast(({ itemId }) => itemId === id)?.end;
    if (end !== undefined && end <= due) return [];
    const minutes = end === undefined ? null : Math.round((end - due) / MINUTE);
    return [{ kind: "late" as const, day: null, text: describeBrokenPromise(title, minutes) }];
  });
}

const MOST_OVERLAPS = 5;

/** Events that take place, or to which one has to leave, before the one before is over. In the order of time. */
function overlapsOf(
  events: readonly PlanEvent[],
  { rides, blockEvents }: Reading,
): { one: PlanEvent; other: PlanEvent }[] {
  const isWorkOnRide = (ride: PlanEvent, block: PlanEvent) =>
    blockEvents.has(block.id) &&
    rides.some(({ id, start, end }) => id === ride.id && start <= block.start && block.end <= end);
  const inOrder = events.toSorted(
    (one, other) => leavingFor(one) - leavingFor(other) || one.start - other.start,
  );
  return inOrder
    .flatMap((other, at) => {
      const one = inOrder
        .slice(0, at)
        .find(
          (before) =>
            before.end + before.travelMinutes * MINUTE > leavingFor(other) &&
            !isOneJourney(before, other) &&
            !isWorkOnRide(before, other),
        );
      return one ? [{ one, other }] : [];
    })
    .slice(0, MOST_OVERLAPS);
}
