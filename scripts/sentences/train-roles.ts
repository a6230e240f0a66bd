import { roleFeatures } from "#app/assistant/understanding/role-features.ts";
import { bestRoles, type RoleWeights } from "#app/assistant/understanding/tag-roles.ts";
import type { Marked } from "./read-marked.ts";
import { seeded, shuffle } from "./train-frames.ts";

/** An averaged structured perceptron (Collins, 2002) over the roles of a frame's words. Deterministic. */
export function trainRoles(
  examples: readonly Marked[],
  rolesOf: ReadonlyMap<string, readonly string[]>,
  { epochs = 8, least = 4 } = {},
): Map<string, Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { tokens, frame } of examples)
    for (let at = 0; at < tokens.length; at += 1)
      for (const name of roleFeatures(tokens, at, frame)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const weights = new Map<string, Record<string, number>>();
  const rowOf: RoleWeights = (feature) => weights.get(feature);
  const totals = new Map<string, { sum: number; since: number }>();
  let step = 0;
  const change = (feature: string, role: string, by: number) => {
    if ((counts.get(feature) ?? least) < least) return;
    const row = weights.get(feature) ?? {};
    weights.set(feature, row);
    const key = `${feature}\t${role}`;
    const total = totals.get(key) ?? { sum: 0, since: 0 };
    const now = row[role] ?? 0;
    totals.set(key, { sum: total.sum + now * (step - total.since), since: step });
    row[role] = now + by;
  };
  const random = seeded(11);
  const order = examples.map((_, index) => index);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    for (const index of order) {
      const example = examples[index];
      if (!example) continue;
      step += 1;
      const { tokens, frame, roles } = example;
      const guessed = bestRoles(rowOf, tokens, frame, rolesOf.get(frame) ?? []);
      for (let at = 0; at < tokens.length; at += 1) {
        const [right = "", wrong = ""] = [roles[at], guessed[at]];
        const rightPair = `> ${roles[at - 1] ?? "^"}`;
        const wrongPair = `> ${guessed[at - 1] ?? "^"}`;
        if (right === wrong && rightPair === wrongPair) continue;
        change(rightPair, right, 1);
        change(wrongPair, wrong, -1);
        if (right === wrong) continue;
        for (const name of roleFeatures(tokens, at, frame)) {
          change(name, right, 1);
          change(name, wrong, -1);
        }
      }
    }
  }
  for (const [feature, row] of weights)
    for (const [role, now] of Object.entries(row)) {
      const { sum, since } = totals.get(`${feature}\t${role}`) ?? { sum: 0, since: 0 };
      row[role] = (sum + now * (step - since)) / step;
    }
  return weights;
}
