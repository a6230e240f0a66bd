import {
  type Figures,
  figuresOf,
  readThread,
  type Thread,
} from "#features/commitments/extraction/find-commitments.factory.ts";
import type { Ranking } from "#features/commitments/ranking/rank-findings.ts";
import { authorOf, type Corpus, type Row, TUNED_ON, WRITTEN } from "./read-examples.ts";
import { type Calibration, calibrate, calibrated, type Model, sumOf, trainModel } from "./train-weights.ts";

export const KINDS = ["promise", "request"] as const;
export type Kind = (typeof KINDS)[number];
type Models = Record<Kind, Model>;
export type Fold = { author: string; threads: Thread[]; models: Models };
export type Thresholds = Record<Kind, number>;
/** Authors who are left out together: each training takes its time. */
const TOGETHER = 3;

const ofKind = (rows: readonly Row[], kind: Kind) => rows.filter((row) => row.kind === kind);

export const trainBoth = (rows: readonly Row[]): Models => ({
  promise: trainModel(ofKind(rows, "promise")),
  request: trainModel(ofKind(rows, "request")),
});

/** For each author whose threads the rules do not know, models that were trained without them and without two others. */
export function foldsOf({ threads, rows }: Corpus): Fold[] {
  const authors = [
    ...new Set(rows.map(authorOf).filter((author) => !WRITTEN.has(author) && !TUNED_ON.has(author))),
  ];
  const parts = Math.ceil(authors.length / TOGETHER);
  return Array.from({ length: parts }, (_, part) => {
    const out = authors.filter((__, place) => place % parts === part);
    const models = trainBoth(rows.filter((row) => !out.includes(authorOf(row))));
    return out.map((author) => ({
      author,
      threads: threads.filter(({ id }) => authorOf({ thread: id }) === author),
      models,
    }));
  }).flat();
}

/** Of all that the models say about authors whom they do not know. */
export function calibrationOf(kind: Kind, folds: readonly Fold[], rows: readonly Row[]): Calibration {
  return calibrate(
    folds.flatMap(({ author, models }) =>
      ofKind(rows, kind)
        .filter((row) => authorOf(row) === author)
        .map(({ features, isRight }) => ({ sum: sumOf(models[kind], features), isRight })),
    ),
  );
}

export const calibratedFold = (fold: Fold, calibrations: Record<Kind, Calibration>): Fold => ({
  ...fold,
  models: {
    promise: calibrated(fold.models.promise, calibrations.promise),
    request: calibrated(fold.models.request, calibrations.request),
  },
});

/** What is found in the threads of a fold with these thresholds. */
export function figuresAt({ threads, models }: Fold, thresholds: Thresholds): Record<Kind, Figures> {
  const ranking: Ranking = {
    probabilityOf: ({ kind }, features) => 1 / (1 + Math.exp(-sumOf(models[kind], features))),
    thresholds,
  };
  const outcomes = threads.map((thread) => readThread(thread, ranking));
  return { promise: figuresOf(outcomes, "promise"), request: figuresOf(outcomes, "request") };
}

export function sumFigures(all: readonly Figures[]): Figures {
  const total = (field: "expected" | "found" | "right") => all.reduce((sum, each) => sum + each[field], 0);
  const [expected, found, right] = [total("expected"), total("found"), total("right")];
  return { expected, found, right, precision: right / found, recall: right / expected };
}
