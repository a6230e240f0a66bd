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
  trainBoth,
} from "./commitments/cross-validate.ts";
import { readCorpus } from "./commitments/read-examples.ts";
import { calibrated, encodeModel } from "./commitments/train-weights.ts";

// Trains the weights of promises and requests (three minutes), and prints what is found in the threads of each author with
// whom the rules were not written, by a model that was trained without that author. The threshold is the lowest at which all
// of them together have PRECISION.

const TARGETS = new URL("../src/features/commitments/ranking/trained-weights.ts", import.meta.url);
const THRESHOLDS = Array.from({ length: 29 }, (_, step) => 0.3 + step * 0.02);
const PRECISION = 0.89;

const corpus = readCorpus();
const folds = foldsOf(corpus);
const calibrations = {
  promise: calibrationOf("promise", folds, corpus.rows),
  request: calibrationOf("request", folds, corpus.rows),
};
const tested = folds.map((fold) => calibratedFold(fold, calibrations));
const models = trainBoth(corpus.rows);
const written = KINDS.map((kind) => {
  const threshold = chooseThreshold(kind, tested);
  const model = calibrated(models[kind], calibrations[kind]);
  return `  ${kind}: {\n    bias: ${Number(model.bias.toFixed(3))},\n    threshold: ${Number(threshold.toFixed(2))},\n    weights:\n      "${encodeModel(model)}",\n  },`;
});
writeFileSync(
  TARGETS,
  `/** Written by \`node scripts/train-commitments.ts\`. */\nexport const TRAINED = {\n${written.join("\n")}\n};\n`,
);

function chooseThreshold(kind: Kind, all: readonly Fold[]): number {
  console.log(`${kind}: threshold, precision and recall`);
  const lines = THRESHOLDS.map((threshold) => {
    const figures = all.map((fold) => ({ author: fold.author, ...figuresAt(kind, fold, threshold) }));
    const whole = sumFigures(figures);
    const authors = figures.map((each) => `${each.author} ${shown(each)}`);
    console.log(`  ${threshold.toFixed(2)}  all ${shown(whole)}  ${authors.join("  ")}`);
    return { threshold, precision: whole.precision };
  });
  return lines.find(({ precision }) => precision >= PRECISION)?.threshold ?? 0.9;
}

function shown({ precision, recall }: Figures): string {
  return `${precision.toFixed(3)} ${recall.toFixed(3)}`;
}
