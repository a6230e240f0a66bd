import type { EventStep } from "../alternative-model.ts";
import type { Reading } from "../reading/read-problem.ts";
import { takeSteps } from "../what-if/change-facts.ts";
import { type AlternativeKind, prefixesOf, type Variant, variantOf } from "../what-if/draft-variants.ts";
import { overlapsIn } from "../what-if/find-overlaps.ts";
import { type Asked, MOST_FREED } from "../what-if/free-meetings.ts";
import type { Meeting } from "../what-if/read-meetings.ts";
import type { Situation } from "../what-if/read-situation.ts";
import { meetingsToTry, movesFor, stepsFor } from "./choose-meetings.ts";

/** One meeting that gives way. */
export type Single = { meeting: Meeting; step: EventStep; variant: Variant };

export const askedOf = ({ facts, subjects }: Situation): Asked => ({ facts, subjects, changes: [] });

/**
 * Each meeting in each way that it can give way. What is only asked for counts as if the organizer agreed. `broken`: when
 * promises are due that the plan cannot keep in time; milliseconds.
 */
export function draftSingles(
  situation: Situation,
  reading: Reading,
  broken: readonly number[] = [],
): Single[] {
  const asked = askedOf(situation);
  const overlaps = overlapsIn(reading, situation.facts.days);
  return meetingsToTry(asked, reading, broken).flatMap((meeting) =>
    stepsFor(asked, meeting, overlaps).map((step) => ({
      ...{ meeting, step, variant: agreedVariant(situation, [step]) },
    })),
  );
}

/** As if whoever is asked agreed. */
export function agreedVariant({ facts, subjects }: Situation, steps: readonly EventStep[]): Variant {
  const agreed = steps.map((step) => (step.kind === "ask" ? { ...step, kind: "shorten" as const } : step));
  return variantOf(kindOf(steps), takeSteps(facts, agreed, subjects.meetings), steps);
}

export function kindOf(steps: readonly EventStep[]): AlternativeKind {
  const kinds = new Set(steps.map(({ kind }) => kind));
  if (kinds.has("ask")) return "ask";
  if (kinds.has("decline") || kinds.has("remove") || kinds.has("skip")) return "decline";
  return kinds.has("move") ? "move" : "shorten";
}

const ABSENT = ["skip", "decline", "remove"] as const;
/** The ways of the sets: only shortened, shortened or moved, shortened or left to others, or all of these. */
const FAMILIES: readonly (readonly EventStep["kind"][])[] = [
  ["shorten"],
  ["shorten", "move"],
  ["shorten", ...ABSENT],
  ["shorten", "move", ...ABSENT],
];

/** What a set saves, in points, below today's plan; found with little effort. */
export type CostsOf = (variants: readonly Variant[]) => Promise<readonly number[]>;

/**
 * Sets of up to three meetings of each family: the one that saves most, then what saves most beside it, and so on, as long
 * as one more saves something. `singles`: best first, with what each of them costs alone; `cost`: of today.
 */
export async function draftSets(
  situation: Situation,
  singles: readonly { single: Single; cost: number }[],
  { costsOf, cost }: { costsOf: CostsOf; cost: number },
): Promise<Variant[]> {
  const drafted = new Map<string, EventStep[]>();
  for (const kinds of FAMILIES) {
    const able = singles.filter(({ single }) => kinds.includes(single.step.kind));
    let set: Single[] = [];
    let best = cost;
    while (set.length < MOST_FREED) {
      const known = set;
      const more = able
        .filter(({ single }) => !known.some(({ meeting }) => meeting.id === single.meeting.id))
        .slice(0, known.length === 0 ? 1 : MOST_BESIDE)
        .map(({ single }) => [...known, single]);
      const costs =
        known.length === 0
          ? able.slice(0, 1).map((one) => one.cost)
          : await costsOf(more.map((each) => agreedVariant(situation, stepsTogether(situation, each))));
      const least = Math.min(...costs);
      if (!(least < best - (known.length === 0 ? LEAST_FIRST : LEAST_MORE))) break;
      best = least;
      set = more[costs.indexOf(least)] ?? set;
      const steps = stepsTogether(situation, set);
      drafted.set(JSON.stringify(steps), steps);
    }
  }
  return [...drafted.values()].map((steps) => agreedVariant(situation, steps));
}

/** So many are tried beside what a set has already. */
const MOST_BESIDE = 5;
/** Points that a set must save, and that one more meeting must save beside it. */
const LEAST_FIRST = 1;
const LEAST_MORE = 8;

/** Sets of up to three meetings whose organizers are asked, as if they agreed. */
export const draftQuestions = (situation: Situation, singles: readonly Single[]): Variant[] =>
  prefixesOf(bestOfEach(singles, ["ask"]).slice(0, MOST_FREED)).map((set) =>
    agreedVariant(
      situation,
      set.map(({ step }) => step),
    ),
  );

const bestOfEach = (singles: readonly Single[], kinds: readonly EventStep["kind"][]): Single[] => {
  const able = singles.filter(({ step }) => kinds.includes(step.kind));
  return able.filter(
    (single, index) => able.findIndex(({ meeting }) => meeting.id === single.meeting.id) === index,
  );
};

/** What moves goes where the others of the set leave room. */
function stepsTogether(situation: Situation, set: readonly Single[]): EventStep[] {
  const steps: EventStep[] = [];
  for (const { meeting, step } of set) {
    if (step.kind !== "move") {
      steps.push(step);
      continue;
    }
    const moves = movesFor(askedOf(situation), meeting, steps);
    const same = moves.find((move) => JSON.stringify(move) === JSON.stringify(step));
    steps.push(...[same ?? moves[0] ?? []].flat());
  }
  return steps;
}
