import "./require-node-24.mjs";
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { LinearModel } from "#features/email/kinds/linear-model.ts";
import { encodeRow, type StoredModel } from "#features/email/kinds/trained-mails.ts";
import { draftOf } from "./mails/draft-mail.ts";
import { shownConfusion, shownFigures } from "./mails/measure-drafts.ts";
import { shownSample } from "./mails/print-sample.ts";
import { mailsHash, readMails } from "./mails/read-mails.ts";
import { thresholdsWithout, trainFolds } from "./mails/train-folds.ts";
import { lessonOf, trainModels } from "./mails/train-models.ts";

// Trains what the kind of a mail and its asks are recognized by (two minutes), and prints what is drafted to the mails of
// each author with what was learned from the four others; with `e:1`, twenty mails of author e beside their own replies.
// Thresholds for an author come from the others as well.

const [SAMPLE] = process.argv.slice(2);
const TARGET = new URL("../src/features/email/kinds/trained-mails.json.gz", import.meta.url);

const lessons = readMails().map(lessonOf);
const folds = trainFolds(lessons);
const drafts = folds.flatMap(({ author, models }) => {
  const thresholds = thresholdsWithout(folds, author);
  console.log(author, JSON.stringify(thresholds));
  return lessons
    .filter(({ mail }) => mail.author === author)
    .map(({ mail }) => draftOf(mail, { ...models, thresholds }));
});
for (const [author, own] of Map.groupBy(drafts, ({ mail }) => mail.author))
  console.log(shownFigures(`author ${author}, left out`, own));
console.log(shownFigures("all authors, each left out", drafts));
console.log(shownConfusion(drafts));
if (SAMPLE !== undefined) {
  const { author = "", seed = "1" } = /^(?<author>\w+):(?<seed>\d+)$/u.exec(SAMPLE)?.groups ?? {};
  console.log(
    shownSample(
      drafts.filter(({ mail }) => mail.author === author),
      Number(seed),
    ),
  );
}

const { asks, wants, kinds } = trainModels(lessons);
const stored: StoredModel = {
  corpus: mailsHash(),
  thresholds: thresholdsWithout(folds, null),
  asks: linear(asks),
  wants: linear(wants),
  kinds: linear(kinds),
};
const file = gzipSync(JSON.stringify(stored), { level: 9 });
writeFileSync(TARGET, file);
console.log(`${lessons.length} mails, ${JSON.stringify(stored.thresholds)}, ${file.length} bytes`);

function linear({ classes, step, weights }: LinearModel): StoredModel["asks"] {
  return { classes: [...classes], step, rows: weights.map(encodeRow) };
}
