import { detectLanguage, type WrittenLanguage } from "#platform/language/detect-language.ts";
import { english } from "../languages/english-rules.ts";
import { french } from "../languages/french-rules.ts";
import { german } from "../languages/german-rules.ts";
import type { AskKind, LanguageRules } from "../languages/language-rules.ts";
import { spanish } from "../languages/spanish-rules.ts";
import { parseSalutation } from "../writing/parse-salutation.ts";
import { isAutomaticMail } from "./automatic-mail.ts";
import { isExtortion, isPhishing } from "./detect-threats.ts";
import { asksIndirectly } from "./indirect-asks.ts";
import { type Point, pointsIn } from "./list-points.ts";
import { ownTextOf, sentencesOf } from "./own-text.ts";
import { isGreetingLine, type News, newsIn } from "./read-news.ts";
import { dueIn, proposedFigure, proposedTimes } from "./read-times.ts";
import { isToMany } from "./reply-style.ts";
import { isRisky } from "./risky-requests.ts";

export type Mail = { subject: string; sender: string; body: string };

export type Ask = { kind: AskKind; sentence: string };

/** Why a mail gets no draft. */
export type NoReply = "automatic" | "foreign" | "nothing" | "extortion" | "phishing";

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
  /** What it lists and wants answered. */
  points: Point[];
  sentences: readonly string[];
  subject: string;
  /** It asks for the same again. */
  isRepeated: boolean;
};

const RULES: Readonly<Record<WrittenLanguage, LanguageRules>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
};
const MAX_SENTENCES = 120;
const MAX_ASKS = 5;

/** The reading, or why there is nothing to answer. `isAutomatic`: known from the headers. */
export function readMail(
  mail: Mail,
  isAutomatic = false,
  likely: WrittenLanguage = "en",
): MailReading | NoReply {
  if (isAutomatic || isAutomaticMail(mail)) return "automatic";
  const { text, signedBy, whole } = ownTextOf(mail.body);
  if (text === "") return "nothing";
  if (isExtortion(text)) return "extortion";
  if (isPhishing(text)) return "phishing";
  if (NO_ANSWER.test(text) && !text.includes("?")) return "nothing";
  const language = detectLanguage(text) ?? detectLanguage(`${mail.subject}\n${text}`) ?? likely;
  if (language === "other") return "foreign";
  const rules = RULES[language];
  const sentences = sentencesOf(text).slice(0, MAX_SENTENCES);
  const allAsks = sentences.flatMap((sentence) => askIn(sentence, rules));
  const asks = allAsks.slice(0, MAX_ASKS);
  const asked = new Set(allAsks.flatMap(({ kind, sentence }) => (kind === "indirect" ? [] : [sentence])));
  const isRiskyMail = sentences.some((sentence) => isRisky(sentence, asked.has(sentence)));
  const found = newsIn({ subject: mail.subject, text, whole }, sentences, rules);
  const news = isRiskyMail && !GRAVE.has(found) ? "risky" : found;
  const { greeting } = parseSalutation(text);
  const isLeave = LEAVE.test(text);
  const times = isLeave ? [] : proposedTimes(sentences, rules);
  if (isAnnouncement(greeting, asks, news, times)) return "nothing";
  const isAsked = asks.some(({ kind }) => kind === "yesNo");
  const figure = proposedFigure(sentences, rules, isAsked);
  return {
    rules,
    isFormal: FORMAL_NEWS.has(news) || isFormalText(rules, whole.slice(0, 4_000), text),
    signedBy,
    greeting,
    asks,
    times,
    asksForTime: sentences.some((sentence) => rules.asksForTime.test(sentence)),
    figure,
    isOwed: figure !== null && sentences.some((each) => each.includes(figure) && OWED.test(each)),
    due: dueIn(sentences, rules),
    isWarm: WARM.test(whole.slice(-110)),
    isToMany: greeting !== null && isToMany(greeting),
    isLeave,
    wantsGuest: GUEST.test(text),
    wantsDiet: DIET.test(text),
    news,
    points: pointsIn(text, rules),
    sentences,
    subject: mail.subject,
    isRepeated: REPEATED.test(`${mail.subject} ${text}`),
  };
}

/** What is answered as itself although it wants money. */
const GRAVE: ReadonlySet<News> = new Set(["bankChange", "claim", "reminder", "allegation"]);
const FORMAL_NEWS: ReadonlySet<News> = new Set(["bankChange", "claim", "allegation"]);

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
const WARM =
  /(?:^|[\n.!] ?)(?:(?:with |lots of |much |all my |give my )?love|hugs|xx+|x|alles liebe|liebe grüße|lg|(?:gros(?:ses)? )?(?:bises|bisous)|je t['’]embrasse|(?:un (?:fuerte )?)?abrazo|(?:muchos |un )?besos?)(?:,|!| \p{L}| x|\n|$)|^\p{Lu}\p{Ll}+ x{1,4}$/imu;
const LEAVE =
  /(?<!\p{L})(?:(?:take|have|book|request) [^.?!]{0,60}(?:off|leave|holidays?|vacation)(?!\p{L})|days? off|urlaub|frei nehmen|congés?(?!\p{L})|(?:coger|tomar|pedir) [^.?!]{0,40}(?:vacaciones|días? libres?))/iu;
const GUEST =
  /(?<!\p{L})(?:(?:bring(?:ing)?|with|by) (?:a|your) (?:guest|partner|plus one)|plus one|begleitung|accompagnée?|accompagnante?|acompañante|acompañad[oa])(?!\p{L})/iu;
const DIET =
  /(?<!\p{L})(?:diet(?:ary)?|allerg\p{L}+|unverträglichkeit\p{L}*|régime alimentaire|alimentari[ao]s)(?!\p{L})/iu;

/** Whom it cannot know it treats formally only where the language asks for it. */
function isFormalText(rules: LanguageRules, start: string, text: string): boolean {
  const isFormal = rules.formal.test(start);
  if (rules.language === "en") return isFormal && !rules.informal.test(start);
  // 'Hola Ada:' without one word of 'you'.
  if (!rules.formal.test(text) && FAMILIAR.test(start)) return false;
  return isFormal
    ? !rules.informal.test(text) || countOf(rules.formal, text) > countOf(rules.informal, text)
    : !rules.informal.test(text);
}
const FAMILIAR =
  /^(?:hola|hallo|hi|hey|salut|coucou|moin|servus|liebe[r]?|querid[oa])(?:,? \p{Lu}\p{Ll}+) ?[,!:]/iu;
const countOf = (pattern: RegExp, text: string) =>
  text.match(new RegExp(pattern.source, `${pattern.flags.replace("g", "")}g`))?.length ?? 0;

/** 'Which day would you prefer, and where do we meet?' asks twice. */
const askIn = (sentence: string, rules: LanguageRules): Ask[] =>
  (sentence.includes("?") && !/^\S+(?: \S+)?, and /iu.test(sentence)
    ? sentence.split(SECOND)
    : [sentence]
  ).flatMap((part, at, parts) =>
    oneAskIn(parts.length > 1 && at < parts.length - 1 ? `${part}?` : part, rules),
  );
const SECOND =
  /,? and (?=(?:what|when|where|who|which|why|how) )|, and (?=(?:is|are|do|does|did|will|would|can|could|should|shall|may|have|has) (?:you|we|i|they|there|it|the) )|, und (?=(?:ist|sind|kommt|kommen|kommst|kannst|können|hast|habt|haben|wird|gibt|soll|darf|geht) )|,? und (?=(?:was|wann|wo|wer|wie|welche[rsnm]?|warum|wohin|woher) )|,? et (?=(?:quand|où|qui|comment|combien|quel(?:le)?s?|pourquoi|est-ce) )|,? y (?=¿?(?:cuándo|dónde|quién|cómo|cuánt[oa]s?|cuál|qué|por qué) )/iu;

function oneAskIn(sentence: string, rules: LanguageRules): Ask[] {
  if (isGreetingLine(sentence) || rules.courtesy.test(sentence) || ONLY_ANSWER.test(sentence)) return [];
  // 'If not, please call us.'
  if (CONDITION.test(sentence) && !sentence.includes("?")) return [];
  if (SECRECY.test(sentence)) return [];
  if (rules.promiseOf(sentence, true)) return [{ kind: "request", sentence }];
  const isIndirect = INDIRECT.test(sentence);
  if (!/\?["”»)]?$/.test(sentence) && !isIndirect)
    return asksIndirectly(sentence) ? [{ kind: "indirect", sentence }] : [];
  return [{ kind: rules.isOpen(sentence) ? "open" : "yesNo", sentence }];
}

/** 'Could you let us know by Friday?' asks for nothing but an answer. */
const ONLY_ANSWER =
  /(?:could|can|would) you (?:please |kindly )?(?:let (?:me|us) know|reply|respond|get back to (?:me|us))(?: (?:by|before|until|as soon|today|tomorrow)[^?]{0,60})?\?$/iu;
/** How a mail is to be kept is nothing to answer. */
const SECRECY =
  /(?<!\p{L})(?:treat this (?:e-?mail|message|letter)|keep this (?:e-?mail |message )?(?:confidential|to yourself|between us)|do not forward|(?:behandeln sie|behandle) (?:das|dies\p{L}*)|vertraulich (?:zu )?behandeln|ne pas (?:diffuser|transférer)|no (?:reenvíe|difunda))(?!\p{L})/iu;
const CONDITION = /^(?:if (?!possible)|falls |wenn (?!möglich)|sollten? |si (?!posible|possible))/iu;

/** A question without its mark: 'Let me know whether it arrived.' */
const INDIRECT =
  /(?:(?:would|['’]d) (?:also )?like to know|(?:was|am) (?:just )?wondering|need to know) (?:if|whether|when|what|which|how|who|where)|(?:please |just )?(?:let (?:me|us) know|tell (?:me|us)),? (?:by [^,.?]{2,24},? )?(?:if (?!you (?:have|need)|there|anything|i can)|whether|when|what|which|how|who|where|your (?:choice|preference|decision|thoughts))|(?:geben sie (?:mir|uns)|gib (?:mir|uns)|sag(?:en sie)? (?:mir|uns)?) ?(?:bitte )?(?:kurz )?bescheid, (?:ob|wann|wie|was|welche)|teilen sie (?:mir|uns) (?:bitte )?mit, (?:ob|wann|wie|was|welche)|(?:dites|dis)-(?:moi|nous) (?:si|quand|comment|quel)|(?:me |nous |m['’])(?:dire|indiquer|informer|faire savoir) (?:si|quand|comment|quel|où)|(?:díga|dí|indíque|avíse)(?:me|nos) (?:si|cuándo|cómo|qué|cuál)|dime (?:si|cuándo|cómo|qué|cuál)/iu;

const REPEATED =
  /(?<!\p{L})(?:(?:second|third|fourth|2nd|3rd) reminder|bother you again|still nothing|(?:zweite|dritte) (?:mahnung|erinnerung)|(?:deuxième|troisième) (?:rappel|relance)|(?:segundo|tercer) (?:aviso|recordatorio))(?!\p{L})/iu;

const OWED =
  /(?<!\p{L})(?:pay|paid|penalt|fees?(?!\p{L})|debts?(?!\p{L})|owe|zahl|strafe|gebühr|schuld|payer|paiement|pénalité|frais|dette|amende|pagar|multa|deuda|tasa|recargo)/iu;
