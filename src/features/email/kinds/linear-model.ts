/** What speaks for a class: each of the strong counts whole, the weak share one by their number. */
export type Features = { strong: readonly string[]; weak: readonly string[] };

/** A feature in its bucket, and how much it counts. */
export type Hashed = { buckets: Int32Array; strong: number; strongValue: number; weakValue: number };

/** Features are stored under the hash of their name. */
export const BUCKETS = 2 ** 17;
/** How much all weak features count together, as the root of the sum of squares. */
const WEAK = 4;
const STRONG = 6;

/** FNV-1a. */
export function bucketOf(feature: string): number {
  let hash = 2166136261;
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 16777619);
  return ((hash ^ (hash >>> 15)) >>> 0) % BUCKETS;
}

export function hashed({ strong, weak }: Features): Hashed {
  const buckets = new Int32Array(strong.length + weak.length);
  for (const [at, name] of strong.entries()) buckets[at] = bucketOf(`! ${name}`);
  for (const [at, name] of weak.entries()) buckets[strong.length + at] = bucketOf(name);
  return {
    buckets,
    strong: strong.length,
    strongValue: STRONG / Math.sqrt(Math.max(1, strong.length)),
    weakValue: WEAK / Math.sqrt(Math.max(1, weak.length)),
  };
}

export type LinearModel = {
  classes: readonly string[];
  /** One row of `BUCKETS` whole numbers for each class. */
  weights: readonly Int8Array[];
  /** What a whole number is of a weight. */
  step: number;
};

/** The probability of each class, in their order; they sum to 1. */
export function probabilities({ classes, weights, step }: LinearModel, features: Hashed): number[] {
  const { buckets, strong, strongValue, weakValue } = features;
  const scores = classes.map((_, index) => {
    const row = weights[index];
    let score = 0;
    for (let at = 0; at < buckets.length; at += 1)
      score += (row?.[buckets[at] ?? 0] ?? 0) * (at < strong ? strongValue : weakValue);
    return score * step;
  });
  return softmax(scores);
}

export function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, each) => total + each, 0);
  return powers.map((each) => each / sum);
}
