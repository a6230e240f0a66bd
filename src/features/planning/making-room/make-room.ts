import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import type { Alternative, MakeRoom, WhatIfAnswer } from "../alternative-model.ts";
import type { Plan } from "../engine/plan-problem.ts";
import { toReading } from "../reading/read-problem.ts";
import { todayOf } from "../what-if/answer-what-if.ts";
import type { Candidate } from "../what-if/choose-alternatives.ts";
import { problemOf, type Variant, variantOf } from "../what-if/draft-variants.ts";
import { findGains } from "../what-if/find-gains.ts";
import { measurePlan } from "../what-if/plan-measures.ts";
import { readSituation, type Situation } from "../what-if/read-situation.ts";
import { findPlans, plansAtOnce } from "../what-if/search-plans.ts";
import { type Today, toAlternative } from "../what-if/show-alternative.ts";
import { draftQuestions, draftSets, draftSingles, type Single } from "./draft-sets.ts";

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
  const singles = await bestFirst(situation, draftSingles(situation));
  const sets = draftSets(situation, singles);
  const questions = draftQuestions(situation, singles);
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
  return { from, to, today: today.measures, effects: [], alternatives: alternatives.slice(0, MOST) };
}

/** Those that gain most alone first; found with little effort, because each of them is one problem. */
async function bestFirst(situation: Situation, singles: readonly Single[]): Promise<Single[]> {
  const variants = singles.map(({ variant }) => variant);
  const [, ...plans] = await plansAtOnce([toReading(situation.facts).problem, ...variants.map(problemOf)]);
  const costs = candidatesOf(situation, variants, plans).map(({ measures }) => measures.cost);
  const costOf = new Map(singles.map((single, index) => [single, costs[index] ?? 0]));
  return singles.toSorted((one, other) => (costOf.get(one) ?? 0) - (costOf.get(other) ?? 0));
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

/** One of each kind, also where another is better by every figure: which meeting gives way, and how, is the person's choice. */
const cheapestOfEach = (candidates: readonly Candidate[]): Candidate[] =>
  [...Map.groupBy(candidates.toSorted(byCost), ({ variant }) => variant.kind).values()].flatMap(
    ([cheapest]) => cheapest ?? [],
  );

const byCost = (one: Candidate, other: Candidate) => one.measures.cost - other.measures.cost;

/** Until they agree, the plan is that of today. */
function onlyAsked({ variant }: Candidate, { reading, plan }: Today, situation: Situation): Candidate {
  const asking = { ...variantOf("ask", situation.facts, variant.steps), reading };
  const [candidate] = candidatesOf(situation, [asking], [plan]);
  if (!candidate) throw new Error("The plan of today was not measured");
  return candidate;
}
