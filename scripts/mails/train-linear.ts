import { BUCKETS, type Hashed, type LinearModel, softmax } from "#features/email/kinds/linear-model.ts";
import { seeded, shuffle } from "../sentences/train-frames.ts";

export type Example = { features: Hashed; label: string };

/** `step`: to what weights are rounded; `least`: of how many examples a bucket must be. */
type Options = {
  epochs: number;
  rate: number;
  penalty: number;
  maxWeights: number;
  step: number;
  least: number;
};

/** The state of training: for each place of a bucket, a weight and its sum of squares for each class. */
type State = Pick<Options, "rate" | "penalty"> & {
  weights: Float32Array;
  squares: Float32Array;
  size: number;
};
type Known = { label: number; places: Int32Array; values: Float32Array };

/**
 * Multinomial logistic regression by AdaGrad (Duchi et al., 2011) with a penalty on the squares of the weights; `maxWeights`:
 * how many weights stay, the largest. Deterministic.
 */
export function trainLinear(
  examples: readonly Example[],
  classes: readonly string[],
  { epochs, rate, penalty, maxWeights, step, least: fewest }: Options,
): LinearModel {
  const { known, buckets } = placed(examples, classes, fewest);
  const size = classes.length;
  const state: State = {
    rate,
    penalty,
    size,
    weights: new Float32Array(buckets.length * size),
    squares: new Float32Array(buckets.length * size).fill(1e-6),
  };
  const random = seeded(17);
  const order = [...known];
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    for (const example of order) learn(example, state);
  }
  const least = Math.max(
    step / 2,
    state.weights.map(Math.abs).toSorted().at(-Math.min(maxWeights, state.weights.length)) ?? 0,
  );
  const rows = classes.map(() => new Int8Array(BUCKETS));
  for (const [place, bucket] of buckets.entries())
    for (const [index, row] of rows.entries()) {
      const weight = state.weights[place * size + index] ?? 0;
      if (Math.abs(weight) >= least) row[bucket] = Math.max(-127, Math.min(127, Math.round(weight / step)));
    }
  return { classes, step, weights: rows };
}

/** The buckets that count get a place each, so that the weights of one lie together. */
function placed(examples: readonly Example[], classes: readonly string[], least: number) {
  const counts = new Uint16Array(BUCKETS);
  for (const { features } of examples)
    for (const bucket of new Set(features.buckets)) counts[bucket] = (counts[bucket] ?? 0) + 1;
  const placeOf = new Int32Array(BUCKETS).fill(-1);
  const buckets: number[] = [];
  for (const [bucket, count] of counts.entries())
    if (count >= least) {
      placeOf[bucket] = buckets.length;
      buckets.push(bucket);
    }
  const known = examples.map(({ features, label }): Known => {
    const { strong, strongValue, weakValue } = features;
    const pairs = [...features.buckets].flatMap((bucket, at) => {
      const place = placeOf[bucket] ?? -1;
      return place < 0 ? [] : [[place, at < strong ? strongValue : weakValue] as const];
    });
    return {
      label: classes.indexOf(label),
      places: Int32Array.from(pairs, ([place]) => place),
      values: Float32Array.from(pairs, ([, value]) => value),
    };
  });
  return { known, buckets };
}

function learn({ label, places, values }: Known, { weights, squares, size, rate, penalty }: State): void {
  const scores = new Array<number>(size).fill(0);
  for (let at = 0; at < places.length; at += 1) {
    const start = (places[at] ?? 0) * size;
    const value = values[at] ?? 0;
    for (let index = 0; index < size; index += 1)
      scores[index] = (scores[index] ?? 0) + (weights[start + index] ?? 0) * value;
  }
  const errors = softmax(scores).map((chance, index) => chance - (index === label ? 1 : 0));
  for (let at = 0; at < places.length; at += 1) {
    const start = (places[at] ?? 0) * size;
    const value = values[at] ?? 0;
    for (let index = 0; index < size; index += 1) {
      const error = errors[index] ?? 0;
      if (Math.abs(error) < SMALL) continue;
      const weight = weights[start + index] ?? 0;
      const gradient = error * value + penalty * weight;
      const sum = (squares[start + index] ?? 0) + gradient * gradient;
      squares[start + index] = sum;
      weights[start + index] = weight - (rate * gradient) / Math.sqrt(sum);
    }
  }
}
/** A smaller error changes nothing. */
const SMALL = 1e-3;
