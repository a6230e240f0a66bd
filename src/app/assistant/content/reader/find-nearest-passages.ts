import type { EncoderFile } from "../../understanding/encoder/read-encoder.ts";
import type { PassageRow } from "./passage-row.ts";

/** A vector of each piece that knows nothing of those beside it: a first look at all passages, to read few of them. */
export type Finder = {
  width: number;
  vectors: Float32Array;
  weights: Float32Array;
  scale: readonly [near: number, pooled: number];
  feature: Float32Array;
};

export function loadFinder(file: EncoderFile): Finder {
  const { rows, columns, weights, scales } = file.matrix("finder vectors");
  const vectors = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    let length = 0;
    for (let at = row * columns; at < (row + 1) * columns; at += 1) {
      vectors[at] = (weights[at] ?? 0) * (scales[row] ?? 0);
      length += (vectors[at] ?? 0) ** 2;
    }
    const factor = 1 / (Math.sqrt(length) || 1);
    for (let at = row * columns; at < (row + 1) * columns; at += 1) vectors[at] = (vectors[at] ?? 0) * factor;
  }
  const [near = 0, pooled = 0] = file.vector("finder scale");
  return {
    ...{ width: columns, vectors, weights: file.vector("finder weights").map(softplus) },
    ...{ scale: [near, pooled], feature: file.vector("finder feature") },
  };
}

/** How near each passage is to the pieces of a question; comparable within one question only. */
export function nearScores(
  finder: Finder,
  asked: readonly number[],
  passages: readonly PassageRow[],
): number[] {
  const whole = pooledOf(finder, asked);
  const total = asked.reduce((sum, id) => sum + (finder.weights[id] ?? 0), 0) || 1;
  const near = nearnessTo(finder, asked);
  return passages.map(({ ids, features }) => {
    let best = 0;
    for (const [at, id] of asked.entries()) best += (near(at, ids) * (finder.weights[id] ?? 0)) / total;
    return (
      finder.scale[0] * best +
      finder.scale[1] * dot(whole, pooledOf(finder, ids)) +
      features.reduce((sum, each, at) => sum + each * (finder.feature[at] ?? 0), 0)
    );
  });
}

/** How near the nearest of some pieces is to a piece of the question; each pair is computed once. */
function nearnessTo({ vectors, width }: Finder, ids: readonly number[]) {
  const known = ids.map(() => new Map<number, number>());
  return (at: number, others: readonly number[]): number => {
    let best = -1;
    for (const other of others) {
      let value = known[at]?.get(other);
      if (value === undefined) {
        value = 0;
        const [one, two] = [(ids[at] ?? 0) * width, other * width];
        for (let place = 0; place < width; place += 1)
          value += (vectors[one + place] ?? 0) * (vectors[two + place] ?? 0);
        known[at]?.set(other, value);
      }
      if (value > best) best = value;
    }
    return best;
  };
}

function pooledOf({ vectors, weights, width }: Finder, ids: readonly number[]): Float32Array {
  const sum = new Float32Array(width);
  for (const id of ids)
    for (let at = 0; at < width; at += 1)
      sum[at] = (sum[at] ?? 0) + (vectors[id * width + at] ?? 0) * (weights[id] ?? 0);
  const length = Math.sqrt(dot(sum, sum)) || 1;
  return sum.map((each) => each / length);
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

const softplus = (value: number) => Math.log1p(Math.exp(value));
