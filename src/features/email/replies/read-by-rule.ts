import { detectLanguage, type WrittenLanguage } from "#platform/language/detect-language.ts";
import { type Ask, asksIn } from "../asks/find-asks.ts";
import { type Point, pointsIn } from "../asks/list-points.ts";
import { english } from "../languages/english-rules.ts";
import { french } from "../languages/french-rules.ts";
import { german } from "../languages/german-rules.ts";
import type { LanguageRules } from "../languages/language-rules.ts";
import { spanish } from "../languages/spanish-rules.ts";
import { parseSalutation } from "../writing/parse-salutation.ts";
import { type OwnText, sentencesOf } from "./own-text.ts";
import { isGreetingLine, type News, newsIn } from "./read-news.ts";
import { proposedFigure, proposedTimes } from "./read-times.ts";
import { isToMany } from "./reply-style.ts";
import { isRisky as isRiskySentence } from "./risky-requests.ts";

/** What the patterns of a language find in a mail, before it is compared with mails whose kind is known. */
export type RuleReading = {
  rules: LanguageRules;
  subject: string;
  /** 'Name <address>' */
  sender: string;
  /** With greeting and closing. */
  whole: string;
  sentences: readonly string[];
  /** What each sentence wants. */
  asksBySentence: readonly (readonly Ask[])[];
  news: News;
  /** Somebody wants money or secrets, whatever else it is about. */
  isRisky: boolean;
  greeting: string | null;
  isToMany: boolean;
  isWarm: boolean;
  isFormal: boolean;
  isLeave: boolean;
  times: string[];
  asksForTime: boolean;
  figure: string | null;
  points: Point[];
};

const RULES: Readonly<Record<WrittenLanguage, LanguageRules>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
};
const MAX_SENTENCES = 120;

/** Null for a mail in another language. `likely`: in which it is taken to be where its words do not tell. */
export function readByRule(
  { subject, sender }: { subject: string; sender: string },
  { text, whole }: OwnText,
  likely: WrittenLanguage,
): RuleReading | null {
  const language = detectLanguage(text) ?? detectLanguage(`${subject}\n${text}`) ?? likely;
  if (language === "other") return null;
  const rules = RULES[language];
  const sentences = sentencesOf(text).slice(0, MAX_SENTENCES);
  const asksBySentence = sentences.map((sentence) => asksIn(sentence, rules));
  const asks = asksBySentence.flat();
  const asked = new Set(asks.flatMap(({ kind, sentence }) => (kind === "indirect" ? [] : [sentence])));
  const isRisky = sentences.some((sentence) => isRiskySentence(sentence, asked.has(sentence)));
  const news = newsIn({ subject, text, whole }, sentences, rules);
  const { greeting } = parseSalutation(text);
  const isLeave = LEAVE.test(text);
  return {
    rules,
    subject,
    sender,
    whole,
    sentences,
    asksBySentence,
    news,
    isRisky,
    greeting,
    isToMany: greeting !== null && isToMany(greeting),
    isWarm: WARM.test(whole.slice(-110)),
    isFormal: FORMAL_NEWS.has(news) || isFormalText(rules, whole.slice(0, 4_000), text),
    isLeave,
    times: isLeave ? [] : proposedTimes(sentences, rules),
    asksForTime: sentences.some((sentence) => rules.asksForTime.test(sentence)),
    figure: proposedFigure(
      sentences,
      rules,
      asks.slice(0, MAX_ASKS).some(({ kind }) => kind === "yesNo"),
    ),
    points: pointsIn(text, rules),
  };
}

/** Too little to be judged by its words: there the rules stand. */
export const isShortMail = (sentences: readonly string[]): boolean =>
  sentences.filter((sentence) => !isGreetingLine(sentence)).length < SHORT;
const SHORT = 4;

/** More than these are not answered one by one. */
export const MAX_ASKS = 5;

const FORMAL_NEWS: ReadonlySet<News> = new Set(["bankChange", "claim", "allegation"]);

const WARM =
  /(?:^|[\n.!] ?)(?:(?:with |lots of |much |all my |give my )?love|hugs|xx+|x|alles liebe|liebe grüße|lg|(?:gros(?:ses)? )?(?:bises|bisous)|je t['’]embrasse|(?:un (?:fuerte )?)?abrazo|(?:muchos |un )?besos?)(?:,|!| \p{L}| x|\n|$)|^\p{Lu}\p{Ll}+ x{1,4}$/imu;
const LEAVE =
  /(?<!\p{L})(?:(?:take|have|book|request) [^.?!]{0,60}(?:off|leave|holidays?|vacation)(?!\p{L})|days? off|urlaub|frei nehmen|congés?(?!\p{L})|(?:coger|tomar|pedir) [^.?!]{0,40}(?:vacaciones|días? libres?))/iu;

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
