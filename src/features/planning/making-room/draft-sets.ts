import type { EventStep } from "../alternative-model.ts";
import { takeSteps } from "../what-if/change-facts.ts";
import { type AlternativeKind, prefixesOf, type Variant, variantOf } from "../what-if/draft-variants.ts";
import { type Asked, MOST_FREED, meetingsForRoom, stepForRoom } from "../what-if/free-meetings.ts";
import type { Meeting } from "../what-if/read-meetings.ts";
import type { Situation } from "../what-if/read-situation.ts";
import { shortenOf } from "../what-if/shorten-meetings.ts";

/** So many meetings are tried, those that matter least. */
const MOST_TRIED = 8;

/** One meeting that gives way. */
export type Single = { meeting: Meeting; step: EventStep; variant: Variant };

export const askedOf = ({ facts, subjects }: Situation): Asked => ({ facts, subjects, changes: [] });

/** Each meeting in each way that it can give way. What is only asked for counts as if the organizer agreed. */
export function draftSingles(situation: Situation): Single[] {
  const asked = askedOf(situation);
  return meetingsForRoom(asked, [])
    .slice(0, MOST_TRIED)
    .flatMap((meeting) => {
      const steps = [
        shortenOf(meeting, asked.facts) ?? [],
        stepForRoom(asked, meeting, [], "leave") ?? [],
      ].flat();
      return steps.map((step) => ({ meeting, step, variant: agreedVariant(situation, [step]) }));
    });
}

/** As if whoever is asked agreed. */
export function agreedVariant({ facts, subjects }: Situation, steps: readonly EventStep[]): Variant {
  const agreed = steps.map((step) => (step.kind === "ask" ? { ...step, kind: "shorten" as const } : step));
  return variantOf(kindOf(steps), takeSteps(facts, agreed, subjects.meetings), steps);
}

export function kindOf(steps: readonly EventStep[]): AlternativeKind {
  const kinds = new Set(steps.map(({ kind }) => kind));
  if (kinds.has("ask")) return "ask";
  if (kinds.has("decline") || kinds.has("remove")) return "decline";
  return kinds.has("move") ? "move" : "shorten";
}

/**
 * Sets of up to three meetings, those that gain most alone first: only shortened, shortened or moved, or as each of them
 * gains most. `singles`: best first.
 */
export function draftSets(situation: Situation, singles: readonly Single[]): Variant[] {
  const of = (...kinds: EventStep["kind"][]) => prefixesOf(bestOfEach(singles, kinds).slice(0, MOST_FREED));
  const sets = [
    ...of("shorten"),
    ...of("shorten", "move"),
    ...of("shorten", "move", "decline", "remove"),
  ].map((set) => stepsTogether(situation, set));
  const drafted = new Map(sets.map((steps) => [JSON.stringify(steps), steps]));
  return [...drafted.values()].map((steps) => agreedVariant(situation, steps));
}

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
    if (step.kind !== "move") steps.push(step);
    else steps.push(...[stepForRoom(askedOf(situation), meeting, steps, "leave") ?? []].flat());
  }
  return steps;
}
