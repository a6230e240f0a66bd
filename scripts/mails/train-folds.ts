import { chooseThresholds, type Judged, judgedBy } from "./choose-thresholds.ts";
import { type Lesson, type Models, trainModels } from "./train-models.ts";

/** Models that do not know an author, and what they find in that author's mails. */
export type Fold = { author: string; models: Models; judged: Judged[] };

/** One fold for each author. */
export function trainFolds(lessons: readonly Lesson[]): Fold[] {
  const authors = [...new Set(lessons.map(({ mail }) => mail.author))];
  return authors.map((author) => {
    const models = trainModels(lessons.filter(({ mail }) => mail.author !== author));
    const judged = lessons
      .filter(({ mail }) => mail.author === author)
      .map((lesson) => judgedBy(models, lesson));
    return { author, models, judged };
  });
}

/** Thresholds by all folds but that of an author. */
export const thresholdsWithout = (folds: readonly Fold[], author: string | null) =>
  chooseThresholds(folds.filter((fold) => fold.author !== author).flatMap(({ judged }) => judged));
