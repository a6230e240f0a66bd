import type { RuleReading } from "../read-by-rule.ts";
import type { News } from "../read-news.ts";
import { hashed, probabilities } from "./linear-model.ts";
import { mailFeatures } from "./mail-features.ts";
import { MAIL_KINDS, type MailKind } from "./mail-labels.ts";
import type { MailModel } from "./trained-mails.ts";

/** How probable each kind is for a mail. */
export type Judgement = {
  chances: Readonly<Record<MailKind, number>>;
  /** The most probable kind; null where it is not sure. */
  sure: MailKind | null;
};

export function judgeMail(reading: RuleReading, { kinds, thresholds }: MailModel): Judgement {
  const found = probabilities(kinds, hashed(mailFeatures(reading)));
  const chances = Object.fromEntries(
    MAIL_KINDS.map((kind, at) => [kind, found[at] ?? 0]),
  ) as Judgement["chances"];
  const [best = "question"] = MAIL_KINDS.toSorted((one, other) => chances[other] - chances[one]);
  return { chances, sure: chances[best] >= thresholds.sureKind ? best : null };
}

/** The kinds that mails with such news have; what is not among them was found by words that mean something else there. */
const FITTING: Readonly<Record<Exclude<News, "notice" | "risky" | "fraud">, readonly MailKind[]>> = {
  bankChange: ["fraud", "invoice", "notice"],
  claim: ["legal", "complaint"],
  allegation: ["press"],
  death: ["condolence", "news", "notice", "apology", "meeting-change"],
  illness: ["news", "meeting-change", "apology", "notice", "request-do"],
  relativeIll: ["news", "meeting-change", "apology", "notice", "request-do"],
  worry: ["news", "complaint", "request-do", "meeting"],
  resignation: ["notice", "news", "refusal", "apology"],
  leaving: ["news", "notice", "thanks"],
  application: ["application"],
  introduction: ["reference"],
  invitation: ["invitation", "press", "news"],
  goodNews: ["news", "notice", "thanks", "congratulations"],
  reminder: ["invoice"],
  complaint: ["complaint", "legal"],
  apology: ["apology", "meeting-change"],
  priceRise: ["notice", "offer", "legal"],
  appeal: ["sales", "invitation", "request-do"],
  pitch: ["sales"],
  praise: ["thanks", "congratulations", "news"],
  congratulations: ["congratulations"],
  great: ["thanks", "news"],
  condolence: ["condolence"],
  sympathy: ["thanks", "condolence"],
  refusal: ["refusal"],
  thanks: ["thanks", "news"],
};

/** The kinds whose mails have a reply of their own. */
const NEWS_OF: Partial<Readonly<Record<MailKind, News>>> = {
  legal: "claim",
  application: "application",
  sales: "pitch",
  complaint: "complaint",
  invitation: "invitation",
  congratulations: "congratulations",
  condolence: "condolence",
  refusal: "refusal",
  thanks: "thanks",
};

/** Less than one kind of 27 has by chance. */
const LEAST = 0.03;

/**
 * What a mail is about, by the rules where its kind does not contradict them, by its kind where that is sure; else a
 * notice, which has the neutral reply.
 */
export function agreedNews(news: News, { chances, sure }: Judgement): News {
  const fitting: readonly MailKind[] =
    news === "notice" || news === "risky" || news === "fraud" ? [] : FITTING[news];
  const chance = fitting.reduce((sum, kind) => sum + chances[kind], 0);
  if (sure !== null && !fitting.includes(sure)) return NEWS_OF[sure] ?? "notice";
  return sure === null && chance < LEAST ? "notice" : news;
}
