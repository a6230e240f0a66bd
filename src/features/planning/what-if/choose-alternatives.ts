import type { Measures } from "../alternative-model.ts";
import type { Plan } from "../engine/plan-problem.ts";
import type { Variant } from "./draft-variants.ts";

/** A way with its plan and what it is measured by. */
export type Candidate = { variant: Variant; plan: Plan; measures: Measures };

const MOST = 3;

/**
 * At most three that differ in kind, cheapest first: the cheapest of each kind, without those that do the same as an
 * earlier one, and without those than which another is nowhere worse and somewhere better.
 */
export function chooseAlternatives(candidates: readonly Candidate[]): Candidate[] {
  const kinds = [...new Set(candidates.map(({ variant }) => variant.kind))];
  const useful = candidates.filter(
    (one) => !candidates.some((other) => other !== one && isBetter(other.measures, one.measures)),
  );
  const cheapest = kinds.flatMap(
    (kind) => useful.filter(({ variant }) => variant.kind === kind).toSorted(byCost)[0] ?? [],
  );
  const done = new Set<string>();
  return cheapest
    .filter((candidate) => {
      const what = doneBy(candidate);
      const isNew = !done.has(what);
      done.add(what);
      return isNew;
    })
    .toSorted(byCost)
    .slice(0, MOST);
}

const MEASURED = [
  "cost",
  "lateMinutes",
  "unplacedMinutes",
  "movedMinutes",
  "overtimeMinutes",
  "meetings",
  "conflicts",
] as const satisfies (keyof Measures)[];

/** Nowhere worse and somewhere better. */
export const isBetter = (one: Measures, other: Measures): boolean =>
  MEASURED.every((name) => one[name] <= other[name] + 1e-6) &&
  MEASURED.some((name) => one[name] < other[name] - 1e-6);

const byCost = (one: Candidate, other: Candidate) => one.measures.cost - other.measures.cost;

const doneBy = ({ plan, variant }: Candidate): string => JSON.stringify([plan.blocks, variant.steps]);
