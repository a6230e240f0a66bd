/** Weights of each feature for each class, by index. */
export type FrameModel = { classes: string[]; features: Map<string, Float64Array> };
type Example = { features: readonly string[]; label: string };

const EPOCHS = 12;
/** Features of fewer sentences are left out. */
const LEAST = 2;
/** By how much the right class must lead, and how far one sentence moves a weight at most. */
const MARGIN = 1;
const MAX_STEP = 0.1;

/**
 * A linear classifier by passive-aggressive steps (PA-I, Crammer et al., 2006), each between the right class and the best
 * wrong one, with its weights averaged over all steps. Deterministic.
 */
export function trainFrames(examples: readonly Example[], { epochs = EPOCHS } = {}): FrameModel {
  const classes = [...new Set(examples.map(({ label }) => label))].sort();
  const labels = new Map(classes.map((name, index) => [name, index]));
  const names = frequent(examples);
  const weights = new Map(names.map((name) => [name, new Float64Array(classes.length)]));
  const sums = new Map(names.map((name) => [name, new Float64Array(classes.length)]));
  const order = examples.map((_, index) => index);
  const random = seeded(7);
  let time = 1;
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    for (const index of order) {
      const { features = [], label = "" } = examples[index] ?? {};
      const known = features.filter((name) => weights.has(name));
      const right = labels.get(label) ?? 0;
      const scores = scoresOf(weights, known, classes.length);
      const wrong = bestBut(scores, right);
      const loss = MARGIN - ((scores[right] ?? 0) - (scores[wrong] ?? 0));
      if (loss > 0) {
        const step = Math.min(MAX_STEP, loss / (2 * known.length));
        for (const name of known) {
          shift(weights.get(name), right, wrong, step);
          shift(sums.get(name), right, wrong, step * time);
        }
      }
      time += 1;
    }
  }
  for (const [name, row] of weights) {
    const sum = sums.get(name);
    for (let index = 0; index < row.length; index += 1)
      row[index] = (row[index] ?? 0) - (sum?.[index] ?? 0) / time;
  }
  return { classes, features: weights };
}

function shift(row: Float64Array | undefined, right: number, wrong: number, by: number): void {
  if (!row) return;
  row[right] = (row[right] ?? 0) + by;
  row[wrong] = (row[wrong] ?? 0) - by;
}

function bestBut(scores: Float64Array, right: number): number {
  let best = right === 0 ? 1 : 0;
  for (let index = 0; index < scores.length; index += 1)
    if (index !== right && (scores[index] ?? 0) > (scores[best] ?? 0)) best = index;
  return best;
}

function frequent(examples: readonly Example[]): string[] {
  const counts = new Map<string, number>();
  for (const { features } of examples)
    for (const name of features) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= LEAST).map(([name]) => name);
}

/** How much the features speak for each class. */
export function scoresOf(
  weights: ReadonlyMap<string, Float64Array>,
  features: readonly string[],
  size: number,
): Float64Array {
  const scores = new Float64Array(size);
  for (const name of features) {
    const row = weights.get(name);
    if (!row) continue;
    for (let index = 0; index < size; index += 1) scores[index] = (scores[index] ?? 0) + (row[index] ?? 0);
  }
  return scores;
}

/** The same numbers each time (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function shuffle<T>(list: T[], random: () => number): void {
  for (let index = list.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    const [one, two] = [list[index] as T, list[other] as T];
    list[index] = two;
    list[other] = one;
  }
}
