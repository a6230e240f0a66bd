import type { RuleReading } from "../replies/read-by-rule.ts";
import type { News } from "../replies/read-news.ts";
import { hashed, probabilities } from "./linear-model.ts";
import { mailFeatures } from "./mail-features.ts";
import { MAIL_KINDS, type MailKind } from "./mail-labels.ts";
import type { MailModel } from "./trained-mails.ts";

/** How probable each kind is for a mail. */
export type Judgement = {
  chances: Readonly<Record<MailKind, number>>;
  /** The most probable kind; null where it is not sure. */
  sure: MailKind | null;
  /** The most probable kind; null where it is hardly more probable than others. */
  likely: MailKind | null;
};

export function judgeMail(reading: RuleReading, { kinds, thresholds }: MailModel): Judgement {
  const found = probabilities(kinds, hashed(mailFeatures(reading)));
  const chances = Object.fromEntries(
    MAIL_KINDS.map((kind, at) => [kind, found[at] ?? 0]),
  ) as Judgement["chances"];
  const [best = "question"] = MAIL_KINDS.toSorted((one, other) => chances[other] - chances[one]);
  return {
    chances,
    sure: chances[best] >= thresholds.sureKind ? best : null,
    likely: chances[best] >= thresholds.likelyKind ? best : null,
  };
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
  introduction: ["reference", "meeting", "question", "news", "request-do", "invitation", "notice"],
  invitation: ["invitation", "press", "news"],
  goodNews: ["news", "notice", "thanks", "congratulations"],
  reminder: ["invoice"],
  complaint: ["complaint", "legal"],
  apology: ["apology", "meeting-change"],
  priceRise: ["notice", "offer", "legal"],
  appeal: ["sales", "invitation"],
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

/** About twice what one kind of 27 has by chance. */
const LEAST = 0.08;

/**
 * What a mail is about, by the rules where its kind does not contradict them, by its kind where that is sure; else a
 * notice, which has the neutral reply.
 */
export function agreedNews(news: News, { chances, sure, likely }: Judgement): News {
  const fitting: readonly MailKind[] =
    news === "notice" || news === "risky" || news === "fraud" ? [] : FITTING[news];
  const chance = fitting.reduce((sum, kind) => sum + chances[kind], 0);
  // Who condoles names a death too.
  if (news === "death" && chances.condolence > chances.news + chances.notice) return "condolence";
  if (sure !== null && !fitting.includes(sure)) return NEWS_OF[sure] ?? "notice";
  const agreed = sure === null && chance < LEAST ? "notice" : news;
  const harmless = likely !== null && HARMLESS.has(likely) ? NEWS_OF[likely] : undefined;
  return agreed === "notice" && harmless !== undefined ? harmless : agreed;
}
/** Their replies do no harm to mails of another kind: they only say that something is looked at. */
const HARMLESS: ReadonlySet<MailKind> = new Set(["legal", "complaint", "invitation", "application"]);

/** Kinds that want nothing. */
const STATEMENTS = [
  "notice",
  "report",
  "thanks",
  "congratulations",
  "condolence",
  "apology",
  "refusal",
  "news",
  "automatic",
] as const satisfies readonly MailKind[];
const MOST = 0.4;

/** What a mail is about in which nothing is asked: only kinds that want nothing come into question. Null where none does. */
export function statementKind({ chances }: Judgement): MailKind | null {
  const sum = STATEMENTS.reduce((total, kind) => total + chances[kind], 0);
  const [best = "notice"] = STATEMENTS.toSorted((one, other) => chances[other] - chances[one]);
  return sum >= HALF && chances[best] >= MOST * sum ? best : null;
}
const HALF = 0.35;
/** Whether it may be one that wants something after all. */
export const mayAsk = ({ chances }: Judgement): boolean =>
  STATEMENTS.reduce((total, kind) => total + chances[kind], 0) < HALF;

/** The chance that a day in it is one to meet. */
export const meetingChance = ({ chances }: Judgement): number =>
  chances.meeting + chances["meeting-choice"] + chances["meeting-change"] + chances.invitation;

/** The chance that what it lists is no question. */
export const listingChance = ({ chances }: Judgement): number =>
  chances.order + chances.report + chances.notice + chances.automatic + chances.offer + chances.invoice;

/** What thanks or sympathy such a mail is answered with. */
export const newsOfKind = (kind: MailKind): News => NEWS_OF[kind] ?? "notice";
