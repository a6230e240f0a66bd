import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import type { WhatIf, WhatIfAnswer } from "../alternative-model.ts";
import type { Plan, Problem } from "../engine/plan-problem.ts";
import { plannedDays, type Reading, toReading } from "../reading/read-problem.ts";
import { type Candidate, chooseAlternatives } from "./choose-alternatives.ts";
import { inWords } from "./describe-effects.ts";
import { draftVariants, problemOf, type Variant } from "./draft-variants.ts";
import { findCollisions } from "./find-collisions.ts";
import { measurePlan } from "./plan-measures.ts";
import { readSituation, type Situation } from "./read-situation.ts";
import { findPlans, plansAtOnce } from "./search-plans.ts";
import { effectsOf, type Today, toAlternative } from "./show-alternative.ts";

/** Reads in a transaction, searches without one, and writes nothing. */
export async function answerWhatIf(context: SignedIn, asked: WhatIf): Promise<WhatIfAnswer> {
  const situation = await inOwnTransaction(context, "read", (own) => readSituation(own, asked));
  const drafted = draftOf(situation);
  return answerOf(situation, drafted, await findPlans(context, drafted.problems), context.actor.fullName);
}

/** In the open transaction, for an answer that is waited for. */
export async function draftWhatIf(context: SignedIn, asked: WhatIf): Promise<WhatIfAnswer> {
  const situation = await readSituation(context, asked);
  const drafted = draftOf(situation);
  return answerOf(situation, drafted, await plansAtOnce(drafted.problems), context.actor.fullName);
}

type Drafted = { reading: Reading; variants: Variant[]; problems: Problem[] };

function draftOf({ facts, changes, subjects }: Situation): Drafted {
  const reading = toReading(facts);
  const variants = draftVariants(facts, changes, subjects);
  return { reading, variants, problems: [reading.problem, ...variants.map(problemOf)] };
}

/** The plan as it is without anything else. */
export function todayOf({ facts, subjects }: Situation, reading: Reading, plan: Plan): Today {
  const shared = { days: plannedDays(facts), meetings: subjects.meetings };
  const measures = measurePlan({ ...shared, reading, blocks: plan.blocks, steps: [], conflicts: 0 });
  return { reading, plan, measures };
}

/** `found`: a plan for each problem of the draft, that of today first. */
function answerOf(
  situation: Situation,
  { reading, variants }: Drafted,
  found: readonly Plan[],
  sender: string,
): WhatIfAnswer {
  const { facts, changes, subjects } = situation;
  const [plan, ...plans] = found;
  if (!plan) throw new Error("The search returned no plan");
  const shared = { days: plannedDays(facts), meetings: subjects.meetings };
  const candidates = variants.flatMap((variant, index): Candidate[] => {
    const own = plans[index];
    if (!own) return [];
    const conflicts = findCollisions(variant.facts, changes, subjects).length;
    const { reading: of, steps } = variant;
    const measures = measurePlan({ ...shared, reading: of, blocks: own.blocks, steps, conflicts });
    return [{ variant, plan: own, measures }];
  });
  const today = todayOf(situation, reading, plan);
  const late = candidates.find(({ variant }) => variant.kind === "late");
  return {
    ...{ from: facts.from, to: facts.to, today: today.measures },
    effects: late ? effectsOf(late, situation, today).map((found) => inWords(found, facts.clock)) : [],
    alternatives: chooseAlternatives(candidates).map((one) =>
      toAlternative(one, { situation, today, sender }),
    ),
    reason: null,
  };
}
