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

const ofKind = (rows: readonly Row[], kind: Kind) => rows.filter((row) => row.kind === kind);

export const trainBoth = (rows: readonly Row[]): Models => ({
  promise: trainModel(ofKind(rows, "promise")),
  request: trainModel(ofKind(rows, "request")),
});

/** For each author whose threads the rules do not know, models that were trained without them. */
export function foldsOf({ threads, rows }: Corpus): Fold[] {
  const authors = new Set(
    rows.map(authorOf).filter((author) => !WRITTEN.has(author) && !TUNED_ON.has(author)),
  );
  return [...authors].map((author) => ({
    author,
    threads: threads.filter(({ id }) => authorOf({ thread: id }) === author),
    models: trainBoth(rows.filter((row) => authorOf(row) !== author)),
  }));
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

/** What is found in the threads of a fold with this threshold. */
export function figuresAt(kind: Kind, { threads, models }: Fold, threshold: number): Figures {
  const ranking: Ranking = {
    probabilityOf: (candidate, features) =>
      candidate.kind === kind ? 1 / (1 + Math.exp(-sumOf(models[kind], features))) : 0,
    thresholds: { promise: threshold, request: threshold },
  };
  const outcomes = threads.map((thread) => readThread(thread, ranking));
  return figuresOf(outcomes, kind);
}

export function sumFigures(all: readonly Figures[]): Figures {
  const total = (field: "expected" | "found" | "right") => all.reduce((sum, each) => sum + each[field], 0);
  const [expected, found, right] = [total("expected"), total("found"), total("right")];
  return { expected, found, right, precision: right / found, recall: right / expected };
}
