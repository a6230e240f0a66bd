import type { WrittenLanguage } from "#platform/language/detect-language.ts";
import { correctedAsks } from "../asks/correct-asks.ts";
import type { Ask } from "../asks/find-asks.ts";
import type { Point } from "../asks/list-points.ts";
import {
  agreedNews,
  type Judgement,
  judgeMail,
  listingChance,
  mayAsk,
  meetingChance,
  newsOfKind,
  statementKind,
} from "../kinds/judge-mail.ts";
import type { MailKind } from "../kinds/mail-labels.ts";
import { type MailModel, trainedMails } from "../kinds/trained-mails.ts";
import type { LanguageRules } from "../languages/language-rules.ts";
import { isAutomaticMail } from "./automatic-mail.ts";
import { isExtortion, isPhishing } from "./detect-threats.ts";
import { ownTextOf } from "./own-text.ts";
import { isShortMail, MAX_ASKS, type RuleReading, readByRule } from "./read-by-rule.ts";
import type { News } from "./read-news.ts";
import { dueIn } from "./read-times.ts";
import { isToMany } from "./reply-style.ts";
import { wantsSecrets } from "./risky-requests.ts";

export type Mail = { subject: string; sender: string; body: string };

/** Why a mail gets no draft. */
export type NoReply = "automatic" | "foreign" | "nothing" | "extortion" | "phishing" | "fraud";

/** What a mail asks of its reader, in the words of its sender alone. */
export type MailReading = {
  rules: LanguageRules;
  isFormal: boolean;
  /** How the sender signs; empty where they do not. */
  signedBy: string;
  /** How the sender greets the reader; null where they do not. */
  greeting: string | null;
  asks: Ask[];
  /** Times that the sender proposes, in their words. */
  times: string[];
  asksForTime: boolean;
  /** An amount that the sender proposes, in their words. */
  figure: string | null;
  /** The amount is a fee, a penalty or a debt. */
  isOwed: boolean;
  /** Until when the sender wants an answer, as a reply names it; null where it is not said. */
  due: string | null;
  /** It closes as family and friends do. */
  isWarm: boolean;
  /** It greets several. */
  isToMany: boolean;
  /** The sender asks for leave. */
  isLeave: boolean;
  /** What an invitation wants to know besides: who comes along, what they eat. */
  wantsGuest: boolean;
  wantsDiet: boolean;
  news: News;
  /** Its kind, where that is sure. */
  kind: MailKind | null;
  /** No ask was found, although mails like it want something. */
  mayAsk: boolean;
  /** What it lists and wants answered. */
  points: Point[];
  sentences: readonly string[];
  subject: string;
  /** It asks for the same again. */
  isRepeated: boolean;
};

export type ReadOptions = {
  /** Known from the headers. */
  isAutomatic?: boolean;
  /** The language that it is taken to be in where its words do not tell. */
  likely?: WrittenLanguage | undefined;
  /** The reader wrote to its sender before. */
  isKnown?: boolean;
  model?: MailModel | undefined;
};

/** The reading, or why there is nothing to answer. */
export function readMail(mail: Mail, options: ReadOptions = {}): MailReading | NoReply {
  const { isAutomatic = false, likely = "en", isKnown = false, model = trainedMails() } = options;
  if (isAutomatic || isAutomaticMail(mail)) return "automatic";
  const own = ownTextOf(mail.body);
  const { text, signedBy } = own;
  if (text === "") return "nothing";
  if (isExtortion(text)) return "extortion";
  if (isPhishing(text)) return "phishing";
  if (NO_ANSWER.test(text) && !text.includes("?")) return "nothing";
  const found = readByRule(mail, own, likely);
  if (found === null) return "foreign";
  const { rules, sentences, greeting, figure } = found;
  const judgement = judgeMail(found, model);
  const isShort = isShortMail(sentences);
  const allAsks = correctedAsks(found, model);
  const isNotice = judgement.sure === "notice" && !text.includes("?") && found.news === "notice";
  const asks = isNotice ? [] : allAsks.slice(0, MAX_ASKS);
  const leastMeeting = asks.length > 0 || found.asksForTime ? NO_MEETING : MEETING;
  const times = isShort || meetingChance(judgement) >= leastMeeting ? found.times : [];
  const agreed = newsOf(found, judgement, isKnown, model);
  const isStatement = agreed === "notice" && asks.length === 0 && !isShort;
  const statement = isStatement ? statementKind(judgement) : null;
  const news = statement === null ? agreed : newsOfKind(statement);
  if (news === "fraud" && isSureFraud(found, judgement, model)) return "fraud";
  if (news === "notice" && (SILENT.has(statement) || isSilent(judgement, allAsks, model))) return "nothing";
  if (isAnnouncement(greeting, asks, news, times)) return "nothing";
  return {
    rules,
    isFormal: found.isFormal || FORMAL_NEWS.has(news),
    signedBy,
    greeting,
    asks,
    times,
    asksForTime: found.asksForTime,
    figure,
    isOwed: figure !== null && sentences.some((each) => each.includes(figure) && OWED.test(each)),
    due: dueIn(sentences, rules),
    isWarm: found.isWarm,
    isToMany: found.isToMany,
    isLeave: found.isLeave,
    wantsGuest: GUEST.test(text),
    wantsDiet: DIET.test(text),
    news,
    kind: judgement.sure ?? statement,
    mayAsk: isStatement && mayAsk(judgement) && !NOTHING_TO_DO.test(text),
    points: isShort || isListOfAsks(found, judgement) ? found.points : [],
    sentences,
    subject: mail.subject,
    isRepeated: REPEATED.test(`${mail.subject} ${text}`),
  };
}

/** Not goods that are ordered, nor figures. */
const isListOfAsks = ({ points }: RuleReading, judgement: Judgement): boolean =>
  listingChance(judgement) < LISTING || points.some(({ text }) => text.includes("?"));
/** Below these chances the days of a mail are none to meet, where it asks something and where it does not. */
const [NO_MEETING, MEETING] = [0.15, 0.3];
/** From here on what it lists is no question. */
const LISTING = 0.4;

/** What is answered as itself although it wants money. */
const GRAVE: ReadonlySet<News> = new Set(["bankChange", "claim", "reminder", "allegation"]);
const FORMAL_NEWS: ReadonlySet<News> = new Set(["bankChange", "claim", "allegation"]);

/** Whoever wants money or secrets is answered with care, unless it is sure what the mail is. */
function newsOf(
  { news, isRisky, sentences, points }: RuleReading,
  judgement: Judgement,
  isKnown: boolean,
  { thresholds }: MailModel,
): News {
  const { chances, likely } = judgement;
  if (news === "bankChange") return news;
  if (chances.fraud >= thresholds.fraud && !isKnown) return "fraud";
  const isShort = isShortMail(sentences);
  const judged = isShort ? news : agreedNews(news, judgement);
  // What an authority lists is answered line by line.
  const agreed = judged === "claim" && points.length > 1 ? news : judged;
  if (!isRisky || GRAVE.has(agreed)) return agreed;
  const isHarmless = chances.fraud < (likely === null ? LEAST : LITTLE) && !isShort;
  return isHarmless && !sentences.some(wantsSecrets) ? agreed : "risky";
}
const [LITTLE, LEAST] = [0.05, 0.03];

/** It wants money or secrets or something opened, and its words are those of frauds. */
const isSureFraud = (
  { sentences, isRisky, whole }: RuleReading,
  { chances }: Judgement,
  { thresholds }: MailModel,
): boolean =>
  chances.fraud >= thresholds.sureFraud && !isShortMail(sentences) && (isRisky || TO_OPEN.test(whole));
const TO_OPEN = /https?:|www\.|(?<!\p{L})(?:click|link|klick|cliqu|lien|clic|enlace)/iu;

/** Kinds that nobody answers. */
const SILENT: ReadonlySet<MailKind | null> = new Set(["notice", "automatic"]);
/** It only tells something to many, or a program wrote it; nothing in it is asked of the reader. */
const isSilent = ({ chances }: Judgement, asks: readonly Ask[], { thresholds }: MailModel): boolean =>
  asks.length === 0 && chances.notice + chances.automatic >= thresholds.silent;

/** Nobody answers a notice to many. */
const isAnnouncement = (
  greeting: string | null,
  asks: readonly Ask[],
  news: News,
  times: readonly string[],
): boolean =>
  greeting !== null &&
  isToMany(greeting) &&
  !/damen/iu.test(greeting) &&
  times.length === 0 &&
  (news === "notice" || news === "thanks" || news === "apology" || news === "great") &&
  asks.every(({ kind, sentence }) => kind === "request" && !ANSWERED.test(sentence));
/** A request to many that each of them answers. */
const ANSWERED =
  /(?<!\p{L})(?:repl(?:y|ies)|respond|answer|confirm|sign|send|return|fill|register|rsvp|choose|vote|tell|let (?:me|us) know|antwort|bestätig|unterschr|send|schick|zurück|anmeld|meld|trag|répon|confirm|sign|envoy|renvoy|inscri|indiqu|respond|firm|enví|mand|apunt|indi[cq])/iu;

/** The sender wants no answer. */
const NO_ANSWER =
  /(?:no need to (?:reply|respond|answer)|no (?:reply|response|answer) (?:is )?(?:needed|necessary|required)|(?:keine antwort|eine antwort ist nicht) (?:nötig|erforderlich|notwendig)|(?:aucune réponse|pas besoin de répondre|inutile de répondre)|no (?:hace falta|es necesario) (?:que )?(?:\p{L}+ )?(?:respond|contest))/iu;
/** 'Nothing for you to do.' */
const NOTHING_TO_DO =
  /(?<!\p{L})(?:nothing (?:for you )?to do|no action (?:is )?(?:needed|required)|(?:just )?(?:so you (?:have it|know)|fyi|for your information)|kein handlungsbedarf|nichts (?:weiter )?zu tun|(?:nur )?zur (?:info|kenntnis)|rien à faire|pour (?:votre |ton )?information|no (?:tiene|tienes) que hacer nada|para (?:su|tu) información)(?!\p{L})/iu;
const GUEST =
  /(?<!\p{L})(?:(?:bring(?:ing)?|with|by) (?:a|your) (?:guest|partner|plus one)|plus one|begleitung|accompagnée?|accompagnante?|acompañante|acompañad[oa])(?!\p{L})/iu;
const DIET =
  /(?<!\p{L})(?:diet(?:ary)?|allerg\p{L}+|unverträglichkeit\p{L}*|régime alimentaire|alimentari[ao]s)(?!\p{L})/iu;

const REPEATED =
  /(?<!\p{L})(?:(?:second|third|fourth|2nd|3rd) reminder|bother you again|still nothing|(?:zweite|dritte) (?:mahnung|erinnerung)|(?:deuxième|troisième) (?:rappel|relance)|(?:segundo|tercer) (?:aviso|recordatorio))(?!\p{L})/iu;

const OWED =
  /(?<!\p{L})(?:pay|paid|penalt|fees?(?!\p{L})|debts?(?!\p{L})|owe|zahl|strafe|gebühr|schuld|payer|paiement|pénalité|frais|dette|amende|pagar|multa|deuda|tasa|recargo)/iu;
