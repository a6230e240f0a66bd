import type { Alternative, EventStep, Measures } from "../alternative-model.ts";
import { compareBlocks } from "../compare-blocks.ts";
import { describeObstacle } from "../describe-reasons.ts";
import type { Plan } from "../engine/plan-problem.ts";
import { KIND_OF_SUBJECT, subjectOf } from "../model.ts";
import { factsIn, titled, toProposedBlock } from "../propose-plan.ts";
import type { Reading } from "../reading/read-problem.ts";
import type { PresentBlock } from "../reading/wanted-item.ts";
import { basisOfAlternative } from "./basis-of-alternative.ts";
import type { Candidate } from "./choose-alternatives.ts";
import {
  describeAlternative,
  describeStep,
  gainInWords,
  inWords,
  postponedWords,
} from "./describe-effects.ts";
import { problemOf, type Variant } from "./draft-variants.ts";
import { findEffects, hrefOfEvent } from "./find-effects.ts";
import type { FoundGain } from "./find-gains.ts";
import { stepsOfChanges } from "./list-steps.ts";
import type { Situation } from "./read-situation.ts";
import { writeDrafts } from "./write-drafts.ts";

/** The plan without the changes. */
export type Today = { reading: Reading; plan: Plan; measures: Measures };

/** What breaks if this way is taken. */
export const effectsOf = ({ variant, plan }: Candidate, situation: Situation, today: Today) =>
  findEffects(
    situation,
    variant.facts,
    { reading: today.reading, blocks: today.plan.blocks },
    { reading: variant.reading, blocks: plan.blocks },
  );

type Around = { situation: Situation; today: Today; sender: string; gains?: readonly FoundGain[] };

/** One way as it is shown and applied; `gains`: what it makes room for. */
export function toAlternative(
  candidate: Candidate,
  { situation, today, sender, gains = [] }: Around,
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
    gains: gains.map((gain) => gainInWords(gain, clock)),
    text: describeAlternative(variant.kind, {
      ...{ ...measures, postponed: variant.postponed.size, steps: variant.steps },
    }),
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
