import "./require-node-24.mjs";
import { writeFileSync } from "node:fs";
import type { Figures } from "#features/commitments/extraction/find-commitments.factory.ts";
import {
  calibratedFold,
  calibrationOf,
  type Fold,
  figuresAt,
  foldsOf,
  KINDS,
  type Kind,
  sumFigures,
  type Thresholds,
  trainBoth,
} from "./commitments/cross-validate.ts";
import { readCorpus } from "./commitments/read-examples.ts";
import { calibrated, encodeModel } from "./commitments/train-weights.ts";

// Trains the weights of promises and requests (three minutes), and prints what is found in the threads of each author with
// whom the rules were not written, by a model that was trained without that author and two others. The threshold is the
// lowest at which all of them together have PRECISION.

const TARGETS = new URL("../src/features/commitments/ranking/trained-weights.ts", import.meta.url);
const THRESHOLDS = Array.from({ length: 24 }, (_, step) => 0.4 + step * 0.02);
/** Where not even the highest of them is precise enough. */
const PRECISE = 0.9;
const PRECISION: Thresholds = { promise: 0.9, request: 0.89 };

const corpus = readCorpus();
const folds = foldsOf(corpus);
const calibrations = {
  promise: calibrationOf("promise", folds, corpus.rows),
  request: calibrationOf("request", folds, corpus.rows),
};
const tested = folds.map((fold) => calibratedFold(fold, calibrations));
const models = trainBoth(corpus.rows);
const thresholds = chooseThresholds(tested);
const written = KINDS.map((kind) => {
  const threshold = thresholds[kind];
  const model = calibrated(models[kind], calibrations[kind]);
  return `  ${kind}: {\n    bias: ${Number(model.bias.toFixed(3))},\n    threshold: ${Number(threshold.toFixed(2))},\n    weights:\n      "${encodeModel(model)}",\n  },`;
});
writeFileSync(
  TARGETS,
  `/** Written by \`node scripts/train-commitments.ts\`. */\nexport const TRAINED = {\n${written.join("\n")}\n};\n`,
);

/** By halves, for both kinds at once, because each step reads all threads: the higher, the more precise. */
function chooseThresholds(all: readonly Fold[]): Thresholds {
  const ranges = { promise: [...THRESHOLDS], request: [...THRESHOLDS] };
  const middleOf = (kind: Kind) => ranges[kind][Math.floor((ranges[kind].length - 1) / 2)] ?? PRECISE;
  while (KINDS.some((kind) => ranges[kind].length > 1)) {
    const thresholds = { promise: middleOf("promise"), request: middleOf("request") };
    const figures = all.map((fold) => ({ author: fold.author, ...figuresAt(fold, thresholds) }));
    for (const kind of KINDS) {
      const whole = sumFigures(figures.map((each) => each[kind]));
      const authors = figures.map((each) => `${each.author} ${shown(each[kind])}`);
      console.log(`${kind} from ${thresholds[kind].toFixed(2)}: all ${shown(whole)}  ${authors.join("  ")}`);
      ranges[kind] = ranges[kind].filter((each) =>
        whole.precision >= PRECISION[kind] ? each <= thresholds[kind] : each > thresholds[kind],
      );
    }
  }
  return { promise: middleOf("promise"), request: middleOf("request") };
}

function shown({ precision, recall }: Figures): string {
  return `${precision.toFixed(3)} ${recall.toFixed(3)}`;
}
