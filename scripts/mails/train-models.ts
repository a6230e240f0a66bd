import { hashed, type LinearModel } from "#features/email/kinds/linear-model.ts";
import { mailFeatures } from "#features/email/kinds/mail-features.ts";
import { MAIL_KINDS, WANTS } from "#features/email/kinds/mail-labels.ts";
import { sentenceFeatures } from "#features/email/kinds/sentence-features.ts";
import { ownTextOf } from "#features/email/replies/own-text.ts";
import { type RuleReading, readByRule } from "#features/email/replies/read-by-rule.ts";
import { labelledSentences } from "./own-sentences.ts";
import type { LabelledMail } from "./read-mails.ts";
import { type Example, trainLinear } from "./train-linear.ts";

/** A mail as it is learned from. */
export type Lesson = {
  mail: LabelledMail;
  reading: RuleReading;
  kind: Example;
  /** Of each sentence: 'ask' or 'none'. */
  asks: Example[];
  /** Of each sentence that is an ask: what it wants. */
  wants: Example[];
};

export function lessonOf(mail: LabelledMail): Lesson {
  const reading = readByRule(
    { subject: mail.subject, sender: mail.from },
    ownTextOf(mail.body),
    mail.language,
  );
  if (reading === null) throw new Error(`${mail.id} is read as a mail in another language`);
  const sentences = labelledSentences(mail, reading.sentences).map(({ wants }, at) => ({
    wants,
    features: hashed(sentenceFeatures(reading, at)),
  }));
  return {
    mail,
    reading,
    kind: { features: hashed(mailFeatures(reading)), label: mail.kind },
    asks: sentences.map(({ wants, features }) => ({ features, label: wants === null ? "none" : "ask" })),
    wants: sentences.flatMap(({ wants, features }) => (wants === null ? [] : [{ features, label: wants }])),
  };
}

export type Models = { asks: LinearModel; wants: LinearModel; kinds: LinearModel };

const SENTENCES = { epochs: 10, rate: 0.02, penalty: 1e-3, maxWeights: 40_000, step: 0.02, least: 2 };
const WANTED = { epochs: 15, rate: 0.02, penalty: 1e-3, maxWeights: 60_000, step: 0.02, least: 2 };
const MAILS = { epochs: 25, rate: 0.02, penalty: 1e-3, maxWeights: 500_000, step: 0.04, least: 3 };

export const trainModels = (lessons: readonly Lesson[]): Models => ({
  asks: trainLinear(
    lessons.flatMap(({ asks }) => asks),
    ["none", "ask"],
    SENTENCES,
  ),
  wants: trainLinear(
    lessons.flatMap(({ wants }) => wants),
    WANTS,
    WANTED,
  ),
  kinds: trainLinear(
    lessons.map(({ kind }) => kind),
    MAIL_KINDS,
    MAILS,
  ),
});
