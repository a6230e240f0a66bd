import { statSync } from "node:fs";
import { expect, test } from "vitest";
import { bucketOf, decodeWeights } from "#features/commitments/ranking/feature-weights.ts";
import { TRAINED } from "#features/commitments/ranking/trained-weights.ts";
import { readCorpus } from "./commitments/read-examples.ts";

const file = new URL("../src/features/commitments/ranking/trained-weights.ts", import.meta.url);

test("the weights of promises and requests are small, and of features that the program has", () => {
  expect(statSync(file).size).toBeLessThan(110_000);
  const { rows } = readCorpus();
  for (const kind of ["promise", "request"] as const) {
    const known = new Set(
      rows.filter((row) => row.kind === kind).flatMap(({ features }) => features.map(bucketOf)),
    );
    const { byBucket } = decodeWeights(TRAINED[kind].weights, TRAINED[kind].bias);
    const stored = [...byBucket.entries()].filter(([, steps]) => steps !== 0);
    expect(stored.length).toBeGreaterThan(500);
    expect(stored.filter(([bucket]) => !known.has(bucket))).toEqual([]);
  }
});
