import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import type { Alternative, EventStep, Measures, WhatIf, WhatIfAnswer } from "../alternative-model.ts";
import { compareBlocks } from "../compare-blocks.ts";
import { describeObstacle } from "../describe-reasons.ts";
import type { Plan, Problem } from "../engine/plan-problem.ts";
import { KIND_OF_SUBJECT, subjectOf } from "../model.ts";
import { factsIn, titled, toProposedBlock } from "../propose-plan.ts";
import { plannedDays, type Reading, toReading } from "../reading/read-problem.ts";
import type { PresentBlock } from "../reading/wanted-item.ts";
import { basisOfAlternative } from "./basis-of-alternative.ts";
import { type Candidate, chooseAlternatives } from "./choose-alternatives.ts";
import { describeAlternative, describeStep, inWords, postponedWords } from "./describe-effects.ts";
import { draftVariants, problemOf, type Variant } from "./draft-variants.ts";
import { findCollisions } from "./find-collisions.ts";
import { findEffects, hrefOfEvent } from "./find-effects.ts";
import { stepsOfChanges } from "./list-steps.ts";
import { measurePlan } from "./plan-measures.ts";
import { readSituation, type Situation } from "./read-situation.ts";
import { findPlans, plansAtOnce } from "./search-plans.ts";
import { writeDrafts } from "./write-drafts.ts";

type Today = { reading: Reading; plan: Plan; measures: Measures };

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
  const measures = measurePlan({ ...shared, reading, blocks: plan.blocks, steps: [], conflicts: 0 });
  const today = { reading, plan, measures };
  const late = candidates.find(({ variant }) => variant.kind === "late");
  return {
    ...{ from: facts.from, to: facts.to, today: today.measures },
    effects: late ? effectsOf(late, situation, today).map((found) => inWords(found, facts.clock)) : [],
    alternatives: chooseAlternatives(candidates).map((one) => toAlternative(one, situation, today, sender)),
  };
}

const effectsOf = ({ variant, plan }: Candidate, situation: Situation, today: Today) =>
  findEffects(
    situation,
    variant.facts,
    { reading: today.reading, blocks: today.plan.blocks },
    { reading: variant.reading, blocks: plan.blocks },
  );

function toAlternative(
  candidate: Candidate,
  situation: Situation,
  today: Today,
  sender: string,
): Alternative {
  const { variant, plan, measures } = candidate;
  const { facts, changes, subjects } = situation;
  const { clock } = facts;
  const reading = { ...variant.reading, problem: problemOf(variant) };
  const { placed, removed } = compareBlocks(plan.blocks, reading.present);
  const reasonsOf = factsIn(reading, plan.blocks);
  const effects = effectsOf(candidate, situation, today);
  const steps = [...stepsOfChanges(facts, changes, subjects), ...variant.steps];
  const drafts = writeDrafts({
    ...{ effects, steps, changes, meetings: subjects.meetings, clock, sender },
  });
  const shown = { kind: variant.kind, blocks: plan.blocks, steps, drafts };
  return {
    ...{ kind: variant.kind, measures, drafts },
    basis: basisOfAlternative(situation, today.reading, shown),
    costsMore: measures.cost - today.measures.cost,
    blocks: placed.map((block) => toProposedBlock(block, reading, reasonsOf(block))),
    unplaced: unplacedOf(variant, plan),
    removed: removed.map(toRemoved),
    steps: steps.map((step, index) =>
      toShownStep(step, situation, index < steps.length - variant.steps.length),
    ),
    effects: effects.map((found) => inWords(found, clock)),
    text: describeAlternative(variant.kind, { ...measures, postponed: variant.postponed.size }),
  };
}

function unplacedOf({ reading, postponed }: Variant, plan: Plan): Alternative["unplaced"] {
  const minutes = (id: string) => reading.problem.items.find((item) => item.id === id)?.minutes ?? 0;
  const waiting = [...postponed].map((id) => ({
    ...{ ...titled(id, reading), minutes: minutes(id), isPostponed: true, text: postponedWords() },
  }));
  return [
    ...waiting,
    ...plan.unplaced.map(({ itemId, because }) => ({
      ...titled(itemId, reading),
      ...{ minutes: minutes(itemId), isPostponed: false, text: describeObstacle(because) },
    })),
  ];
}

const toRemoved = ({ itemId, title, start, end, eventId }: PresentBlock) => ({
  ...{ item: itemId, kind: KIND_OF_SUBJECT[subjectOf(itemId).subject], title, eventId },
  ...{ startTime: new Date(start), endTime: new Date(end) },
});

function toShownStep(
  step: EventStep,
  { facts, subjects }: Situation,
  isChosen: boolean,
): Alternative["steps"][number] {
  const meeting = step.kind === "create" ? undefined : subjects.meetings.get(step.eventId);
  return {
    ...{ step, isChosen, title: step.kind === "create" ? step.title : (meeting?.title ?? "") },
    href: meeting ? hrefOfEvent(meeting.id) : null,
    before: meeting ? { startTime: new Date(meeting.start), endTime: new Date(meeting.end) } : null,
    text: describeStep(step, meeting, facts.clock),
  };
}
