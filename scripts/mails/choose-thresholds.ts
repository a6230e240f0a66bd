import { probabilities } from "#features/email/kinds/linear-model.ts";
import { MAIL_KINDS, type MailKind } from "#features/email/kinds/mail-labels.ts";
import type { Thresholds } from "#features/email/kinds/trained-mails.ts";
import type { Lesson, Models } from "./train-models.ts";

/** What models that did not know a mail find in it. */
export type Judged = {
  author: string;
  kind: MailKind;
  chances: Readonly<Record<MailKind, number>>;
  sentences: { chance: number; isByRule: boolean; isAsk: boolean }[];
};

const STEPS = Array.from({ length: 46 }, (_, step) => 0.05 + step * 0.02);

export const judgedBy = (
  { asks, kinds }: Models,
  { mail, reading, kind, asks: sentences }: Lesson,
): Judged => {
  const found = probabilities(kinds, kind.features);
  return {
    author: mail.author,
    kind: mail.kind,
    chances: Object.fromEntries(MAIL_KINDS.map((name, at) => [name, found[at] ?? 0])) as Judged["chances"],
    sentences: sentences.map(({ features, label }, at) => ({
      chance: probabilities(asks, features)[1] ?? 0,
      isByRule: (reading.asksBySentence[at]?.length ?? 0) > 0,
      isAsk: label === "ask",
    })),
  };
};

/** How many of those found must be right. */
const PRECISION = { sureKind: 0.9, likelyKind: 0.8, fraud: 0.8, sureFraud: 0.98, silent: 0.95 };

/** By mails that the models did not know. */
export function chooseThresholds(judged: readonly Judged[]): Thresholds {
  const bestKind = judged.map(({ chances, kind }) => {
    const [best = "question"] = MAIL_KINDS.toSorted((one, other) => chances[other] - chances[one]);
    return { chance: chances[best], isRight: best === kind };
  });
  const frauds = judged.map(({ chances, kind }) => ({ chance: chances.fraud, isRight: kind === "fraud" }));
  const silent = judged
    .filter(({ sentences }) => sentences.every(({ chance }) => chance < 0.4))
    .map(({ chances, kind }) => ({
      chance: chances.notice + chances.automatic,
      isRight: kind === "notice" || kind === "automatic" || kind === "report",
    }));
  return {
    ...askThresholds(judged.flatMap(({ sentences }) => sentences)),
    sureKind: lowest(bestKind, PRECISION.sureKind),
    likelyKind: lowest(bestKind, PRECISION.likelyKind),
    fraud: lowest(frauds, PRECISION.fraud),
    sureFraud: lowest(frauds, PRECISION.sureFraud),
    silent: lowest(silent, PRECISION.silent),
  };
}

/** The lowest from which on this share is right. */
function lowest(all: readonly { chance: number; isRight: boolean }[], precision: number): number {
  const step = STEPS.find((threshold) => {
    const found = all.filter(({ chance }) => chance >= threshold);
    return found.filter(({ isRight }) => isRight).length >= precision * found.length;
  });
  return rounded(step ?? 1);
}

/** Those of all pairs with the best mean of recall and precision. */
function askThresholds(sentences: Judged["sentences"]): Pick<Thresholds, "confirmAsk" | "addAsk"> {
  const wanted = sentences.filter(({ isAsk }) => isAsk).length;
  const scored = STEPS.flatMap((confirmAsk) =>
    STEPS.map((addAsk) => {
      const found = sentences.filter(({ chance, isByRule }) => chance >= (isByRule ? confirmAsk : addAsk));
      const right = found.filter(({ isAsk }) => isAsk).length;
      return { confirmAsk, addAsk, score: (2 * right) / (found.length + wanted) };
    }),
  );
  const [best] = scored.toSorted((one, other) => other.score - one.score);
  return { confirmAsk: rounded(best?.confirmAsk ?? 0.3), addAsk: rounded(best?.addAsk ?? 0.5) };
}

const rounded = (value: number): number => Number(value.toFixed(2));
