import { bucketOf, encodeWeights, WEIGHT_STEP } from "#features/commitments/ranking/feature-weights.ts";

/** Features that hold, whether it is right, and how much it counts. */
export type Example = { features: readonly string[]; isRight: boolean; weight: number };
export type Model = { bias: number; weights: ReadonlyMap<string, number> };

const EPOCHS = 50;
const RATE = 0.1;
/** What is subtracted from each weight: a share of it, and a constant, which makes most weights zero. */
const [RIDGE, LASSO] = [1, 0.15];
/** The share of features that a step does not see, so that no weight relies on another that an unknown author may lack. */
const DROPPED = 0.4;
/** Rarer features are noise. */
const MIN_COUNT = 2;
const LARGEST = 127;

/** Logistic regression by gradients whose steps shrink for each feature (AdaGrad), in the same order each time. */
export function trainModel(examples: readonly Example[]): Model {
  const counts = new Map<string, number>();
  for (const { features } of examples)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const names = [...counts].flatMap(([name, count]) => (count >= MIN_COUNT ? [name] : []));
  const ids = new Map(names.map((name, id) => [name, id]));
  const frequency = Float64Array.from(names, (name) => counts.get(name) ?? 1);
  const weights = new Float64Array(names.length);
  const steepness = new Float64Array(names.length).fill(1);
  let [bias, biasSteepness] = [0, 1];
  const rows = examples.map(({ features, ...example }) => ({
    ...example,
    ids: Int32Array.from(features.flatMap((feature) => ids.get(feature) ?? [])),
  }));
  const isSeen = seeded();
  const seen = new Int32Array(Math.max(0, ...rows.map(({ ids }) => ids.length)));
  for (const row of ordered(rows)) {
    let [known, sum] = [0, 0];
    for (const id of row.ids)
      if (isSeen()) {
        seen[known] = id;
        known += 1;
        sum += weights[id] ?? 0;
      }
    const error = row.weight * (1 / (1 + Math.exp(-bias - sum * SCALE)) - (row.isRight ? 1 : 0));
    biasSteepness += error ** 2;
    bias -= (RATE / Math.sqrt(biasSteepness)) * error;
    for (let at = 0; at < known; at += 1) {
      const id = seen[at] ?? 0;
      const [weight = 0, count = 1] = [weights[id], frequency[id]];
      const gradient = error * SCALE + (RIDGE * weight) / count;
      const steep = (steepness[id] ?? 1) + gradient ** 2;
      steepness[id] = steep;
      const step = RATE / Math.sqrt(steep);
      const moved = weight - step * gradient;
      weights[id] = Math.sign(moved) * Math.max(0, Math.abs(moved) - (step * LASSO) / count);
    }
  }
  return { bias, weights: new Map(names.map((name, id) => [name, weights[id] ?? 0])) };
}

/** What is seen stands for all. */
const SCALE = 1 / (1 - DROPPED);

/** Whether a feature is seen, the same each time: numbers of a xorshift. */
function seeded(): () => boolean {
  let state = 2463534242;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0 >= DROPPED * 2 ** 32;
  };
}

/** Each row once in each round, far from its neighbours. */
function* ordered<Row>(rows: readonly Row[]): Generator<Row> {
  let stride = 7919;
  while (rows.length % stride === 0 || stride % rows.length === 0) stride += 2;
  for (let round = 0; round < EPOCHS; round += 1)
    for (let place = 0; place < rows.length; place += 1) {
      const row = rows[(place * stride + round * 104_729) % rows.length];
      if (row) yield row;
    }
}

export const sumOf = ({ bias, weights }: Model, features: readonly string[]): number =>
  features.reduce((total, feature) => total + (weights.get(feature) ?? 0), bias);

/** The model whose sums are these, scaled so that its probabilities are the shares of right ones. */
export function calibrated({ bias, weights }: Model, { slope, offset }: Calibration): Model {
  return {
    bias: bias * slope + offset,
    weights: new Map([...weights].map(([name, weight]) => [name, weight * slope])),
  };
}
export type Calibration = { slope: number; offset: number };

/** Platt scaling of sums of examples that the model was not trained with. */
export function calibrate(sums: readonly { sum: number; isRight: boolean }[]): Calibration {
  let [slope, offset] = [1, 0];
  for (let round = 0; round < 2000; round += 1) {
    let [bySlope, byOffset] = [0, 0];
    for (const { sum, isRight } of sums) {
      const error = 1 / (1 + Math.exp(-(slope * sum + offset))) - (isRight ? 1 : 0);
      bySlope += error * sum;
      byOffset += error;
    }
    slope -= (0.5 * bySlope) / sums.length;
    offset -= (0.5 * byOffset) / sums.length;
  }
  return { slope, offset };
}

/** As it is stored: a sum of names with the same hash, in steps. */
export function encodeModel({ weights }: Model): string {
  const byBucket = new Map<number, number>();
  for (const [name, weight] of weights) {
    const bucket = bucketOf(name);
    byBucket.set(bucket, (byBucket.get(bucket) ?? 0) + weight);
  }
  const steps = [...byBucket].flatMap(([bucket, weight]): [number, number][] => {
    const rounded = Math.max(-LARGEST, Math.min(LARGEST, Math.round(weight / WEIGHT_STEP)));
    return rounded === 0 ? [] : [[bucket, rounded]];
  });
  return encodeWeights(new Map(steps));
}
