import { FEATURES } from "../rate-candidates.ts";
import trained from "./trained-judge.json" with { type: "json" };

const WEIGHTS = new Map<string, number>(Object.entries(trained.weights));

/** How surely a passage answers, as a probability, by what speaks for it (logistic regression); `more` adds to the log odds. */
export function sureness(features: readonly number[], more = 0): number {
  const odds = features.reduce(
    (sum, each, at) => sum + each * (WEIGHTS.get(FEATURES[at] ?? "") ?? 0),
    trained.bias + more,
  );
  return 1 / (1 + Math.exp(-odds));
}
