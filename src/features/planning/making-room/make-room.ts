import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import type { Alternative, MakeRoom, WhatIfAnswer } from "../alternative-model.ts";
import type { Block, Plan, Problem } from "../engine/plan-problem.ts";
import { minutesBeyondLimit } from "../reading/meeting-minutes.ts";
import { type Reading, toReading } from "../reading/read-problem.ts";
import { todayOf } from "../what-if/answer-what-if.ts";
import type { Candidate } from "../what-if/choose-alternatives.ts";
import { problemOf, type Variant, variantOf } from "../what-if/draft-variants.ts";
import { findGains } from "../what-if/find-gains.ts";
import { overlapsIn } from "../what-if/find-overlaps.ts";
import { measurePlan } from "../what-if/plan-measures.ts";
import { readSituation, type Situation } from "../what-if/read-situation.ts";
import { findPlans, plansAtOnce } from "../what-if/search-plans.ts";
import { type Today, toAlternative } from "../what-if/show-alternative.ts";
import { type CostsOf, draftQuestions, draftSets, draftSingles, type Single } from "./draft-sets.ts";

/** Points that a set must save beyond its own price. */
const LEAST_GAIN = 1;
const MOST = 3;

/**
 * Which meetings would make room for what is late, has no place or lies in the wrong hours, and how: nothing is written.
 * Reads in a transaction and searches without one.
 */
export async function makeRoom(context: SignedIn, asked: MakeRoom): Promise<WhatIfAnswer> {
  const situation = await inOwnTransaction(context, "read", (own) =>
    readSituation(own, { ...asked, changes: [] }),
  );
  const reading = toReading(situation.facts);
  const first = await searchQuickly(situation, reading);
  const singles = await bestFirst(draftSingles(situation, reading, first.broken), first);
  const sets = await draftSets(situation, singles, first);
  const questions = draftQuestions(
    situation,
    singles.map(({ single }) => single),
  );
  const variants = [...sets, ...questions];
  const [plan, ...plans] = await findPlans(context, [reading.problem, ...variants.map(problemOf)]);
  if (!plan) throw new Error("The search returned no plan");
  const today = todayOf(situation, reading, plan);
  const found = candidatesOf(situation, variants, plans).filter(
    ({ measures }) => measures.cost < today.measures.cost - LEAST_GAIN,
  );
  const around = { situation, today, sender: context.actor.fullName };
  const gainsOf = ({ variant, plan: { blocks } }: Candidate) =>
    findGains(
      situation,
      variant.steps,
      { reading, blocks: plan.blocks },
      { reading: variant.reading, blocks },
    );
  const certain = cheapestOfEach(found.filter(({ variant }) => variant.kind !== "ask"));
  const hoped = found.filter(({ variant }) => variant.kind === "ask").toSorted(byCost);
  const alternatives: Alternative[] = [
    ...certain.map((one) => toAlternative(one, { ...around, gains: gainsOf(one) })),
    ...hoped
      .slice(0, 1)
      .map((one) => toAlternative(onlyAsked(one, today, situation), { ...around, gains: gainsOf(one) })),
  ];
  const { from, to } = situation.facts;
  return {
    ...{ from, to, today: today.measures, effects: [], alternatives: alternatives.slice(0, MOST) },
    reason: alternatives.length > 0 ? null : whyNothing(singles.length > 0, today, situation),
  };
}

/** Why no meeting is to give way, from what was found. */
function whyNothing(isTried: boolean, { measures, reading }: Today, { facts }: Situation): string {
  const isFull = facts.days.some((day) => minutesBeyondLimit(day, reading) > 0);
  const hasOverlap = overlapsIn(reading, facts.days).length > 0;
  if (measures.lateCount + measures.unplacedCount === 0 && !isFull && !hasOverlap)
    return t`Everything has its place in time, and no meetings are at the same time.`;
  return isTried
    ? t`Each meeting that could give way would cost others more than it gains you.`
    : t`Much depends on all meetings of these days, or they cannot be changed here.`;
}

type First = { cost: number; costsOf: CostsOf; broken: number[] };

/** Today's plan with little effort, what each variant costs beside it, and when broken promises are due. */
async function searchQuickly(situation: Situation, reading: Reading): Promise<First> {
  const { problem } = reading;
  const [plan] = await plansAtOnce([problem]);
  if (!plan) throw new Error("The search returned no plan");
  return {
    cost: todayOf(situation, reading, plan).measures.cost,
    broken: brokenPromises(problem, plan.blocks),
    costsOf: async (variants) => {
      const [, ...plans] = await plansAtOnce([problem, ...variants.map(problemOf)]);
      return candidatesOf(situation, variants, plans).map(({ measures }) => measures.cost);
    },
  };
}

/** When the promises are due that could be kept and are late, or have no place; milliseconds. */
function brokenPromises({ items, now }: Problem, blocks: readonly Block[]): number[] {
  const ends = new Map(blocks.map(({ itemId, end }) => [itemId, end]));
  return items.flatMap(({ id, isPromised, due }) =>
    isPromised && due !== null && due > now && (ends.get(id) ?? Number.POSITIVE_INFINITY) > due ? [due] : [],
  );
}

/** Those that gain most alone first. */
async function bestFirst(
  singles: readonly Single[],
  { costsOf }: First,
): Promise<{ single: Single; cost: number }[]> {
  const costs = await costsOf(singles.map(({ variant }) => variant));
  return singles
    .map((single, index) => ({ single, cost: costs[index] ?? Number.POSITIVE_INFINITY }))
    .toSorted((one, other) => one.cost - other.cost);
}

const candidatesOf = (
  { facts, subjects }: Situation,
  variants: readonly Variant[],
  plans: readonly Plan[],
): Candidate[] =>
  variants.flatMap((variant, index): Candidate[] => {
    const plan = plans[index];
    if (!plan) return [];
    const { reading, steps } = variant;
    const of = { reading, steps, blocks: plan.blocks, days: facts.days, conflicts: 0 };
    return [{ variant, plan, measures: measurePlan({ ...of, meetings: subjects.meetings }) }];
  });

/**
 * One of each kind, also where another is better by every figure: which meeting gives way, and how, is the person's
 * choice. What keeps a promise that is broken now comes first.
 */
const cheapestOfEach = (candidates: readonly Candidate[]): Candidate[] =>
  [...Map.groupBy(candidates.toSorted(byCost), ({ variant }) => variant.kind).values()]
    .flatMap(([cheapest]) => cheapest ?? [])
    .toSorted((one, other) => brokenIn(one) - brokenIn(other) || byCost(one, other));

/** Promises that this plan breaks. */
const brokenIn = ({ variant: { reading }, plan: { blocks } }: Candidate): number =>
  brokenPromises(reading.problem, blocks).length;

const byCost = (one: Candidate, other: Candidate) => one.measures.cost - other.measures.cost;

/** Until they agree, the plan is that of today. */
function onlyAsked({ variant }: Candidate, { reading, plan }: Today, situation: Situation): Candidate {
  const asking = { ...variantOf("ask", situation.facts, variant.steps), reading };
  const [candidate] = candidatesOf(situation, [asking], [plan]);
  if (!candidate) throw new Error("The plan of today was not measured");
  return candidate;
}
