import {
  BANK_CHANGE,
  CHANGE,
  CLAIM,
  COURTESY,
  REQUEST,
  WHEN,
  withBankNote,
} from "#platform/language/cue-words.ts";
import { detectLanguage, type WrittenLanguage } from "#platform/language/detect-language.ts";
import { CUED, isDirect } from "../asks/correct-asks.ts";
import { type Ask, isRhetorical } from "../asks/find-asks.ts";
import { asksIndirectly } from "../asks/indirect-asks.ts";
import { capital } from "../languages/language-rules.ts";
import { isSmallPrint } from "../replies/automatic-mail.ts";
import { isClosing, ownTextOf, sentencesOf } from "../replies/own-text.ts";
import { type MailReading, type NoReply, readMail } from "../replies/read-mail.ts";
import { wantedFirst, withoutSigh } from "./order-summary.ts";
import {
  ADVERT,
  AMOUNT,
  ANNOUNCED,
  COURTEOUS_QUESTION,
  DANGLES,
  DECISIVE,
  FILLER,
  GLAD_OF,
  KIND,
  LEAD_IN,
  NO_ACTION,
  PERSONAL,
  THREAT,
} from "./summary-cues.ts";
import { FIGURE, isList, MAX_LONG, unitsOf, withoutFoot, withoutGreeting } from "./summary-units.ts";

/** Of a mail up to so many characters everything is told but what is said for the sake of saying it. */
const SHORT_MAIL = 900;
/** The longer it is, the less of it is told. */
const SHARE = 0.6;
const MAX_LENGTH = 480;
const MAX_SENTENCES = 12;
/** In a long mail a sentence with less has no request, deadline, date, figure or change. */
const MATTERS = 1.5;
/** One with less is a courtesy, a sigh or an announcement. */
const LEAST_CUES = -1;
const NO_CUES = -2;
/** These many where the sentences are only a few words without anything that matters. */
const USUAL_SENTENCES = 2;
const FEW_WORDS = 5;
const INFORMATIVE = 0.6;
/** The first sentence of substance is told unless it is a story. */
const MAX_START = 240;
type Rated = { sentence: string; cues: number; isAsking: boolean };
const isLeftOut = ({ sentence, cues, isAsking }: Rated, isWhole: boolean, chosen: number): boolean => {
  if (isAsking) return cues < LEAST_CUES;
  if (!isWhole) return cues < MATTERS;
  const isShort = sentence.split(/\s+/).length < FEW_WORDS;
  return cues < LEAST_CUES || (isShort && cues < INFORMATIVE && chosen >= USUAL_SENTENCES);
};
/** A name in the middle of a sentence; German writes every noun like that. */
const NAME = /(?<=[\p{Ll},] )\p{Lu}\p{Ll}+/u;
const STOP_WORDS = new Set(
  "the a an and or of to in on for with at by from is are was were be been it its this that these those we you i he she they our your my as not but if will would could should have has had do does did so than then there here all any can may der die das und ist ich sie wir nicht ein eine mit für von auf dem den zu dass les des une est vous nous que qui pour dans avec sur los las una que para por con".split(
    " ",
  ),
);

/**
 * What the sender of a mail wrote, shortened: quoted and forwarded lines count only where nothing else stands there. A
 * change of bank details is named first, in the language of the mail.
 */
export function summarizeByRule(body: string): string {
  const { text } = ownTextOf(body);
  const reading = readMail({ subject: "", sender: "", body });
  const forwarded = body
    .slice(0, MAX_FORWARDED)
    .split(/\r?\n/)
    .map((line) => line.replace(/^[>\s]+/, ""))
    .filter(
      (line) =>
        !/^(?:-{2,}|_{5,}|(?:from|sent|date|to|cc|subject|von|gesendet|an|betreff|de|envoyé|à|objet|para|asunto|enviado) ?:|[^\n]{0,200}(?:wrote|schrieb|a écrit|escribió)[^\n]{0,80}:$)/iu.test(
          line,
        ),
    );
  const quoted = forwarded.join("\n");
  // 'Can you take this one?' says nothing without what it passes on.
  const isPassedOn = text !== "" && text.length < MAX_COVER && PASSED_ON.test(text) && FORWARDED.test(body);
  const passed = isPassedOn ? ownTextOf(quoted.slice(quoted.indexOf(text) + text.length)).text : "";
  const summary = isPassedOn
    ? `${summarizeText(text)} ${summarizeText(passed)}`.slice(0, MAX_PASSED_ON).trim()
    : text === ""
      ? summarizeText(quoted)
      : summarizeText(text, typeof reading === "string" ? null : reading.asks);
  const noted = withBankNote(summary, text || summary);
  return noted === summary && isFraud(reading) ? withFraudNote(summary, text) : noted;
}
/** Not where it is only likely: the note would do harm. */
const isFraud = (reading: MailReading | NoReply): boolean =>
  reading === "fraud" || reading === "phishing" || reading === "extortion";

/** Money and secrets are lost before the mail is read a second time. */
const FRAUD_NOTES: Readonly<Record<WrittenLanguage, string>> = {
  en: "Possible fraud, do not act on it!",
  de: "Möglicher Betrug, nicht darauf eingehen!",
  fr: "Fraude possible, ne pas y donner suite !",
  es: "¡Posible fraude, no actuar!",
};
function withFraudNote(summary: string, text: string): string {
  const language = detectLanguage(text);
  // Nobody should follow the link from here.
  const safe = summary.replaceAll(LINK, "");
  return language === null || language === "other" ? safe : `${FRAUD_NOTES[language]} ${safe}`;
}
const LINK = /(?:[^.!?:\n]{0,40}: )?https?:\/\/\S{1,300}/gu;
const MAX_PASSED_ON = 1_200;
const MAX_FORWARDED = 20_000;
/** What stands above a forwarded mail is no longer. */
const MAX_COVER = 400;
const PASSED_ON =
  /(?<!\p{L})(?:take (?:this|it)|see below|below|fyi|this one|what do you think|forwarded|siehe unten|unten|übernimm\p{L}*|zur info|ci-dessous|pour info|abajo|te reenvío)(?!\p{L})/iu;
const FORWARDED =
  /^(?:-{2,} ?(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message d'origine|message transféré|mensaje original|mensaje reenviado)|begin forwarded message)/imu;

/**
 * Of a mail of usual length every sentence but courtesies; of a longer one the first of substance and those that say
 * most: requests, deadlines, threats, figures and dates. What is wanted comes first where it is understood alone. `asks`: what is wanted, where it is known.
 */
export function summarizeText(text: string, asks: readonly Ask[] | null = null): string {
  const sentences = sentencesOf(text.replaceAll(ASIDE, "")).map(withoutSigh);
  const own = sentences
    .flatMap(withoutGreeting)
    .filter((line) => !ADVERT.test(line) && !ANNOUNCED.test(line));
  const isSummed = own.some((line) => TOTAL.test(line) && /\d/.test(line));
  const lines = own.filter((line) => !(isSummed && ROW.test(line) && !TOTAL.test(line)));
  const named = withoutFoot(
    unitsOf(lines).filter((line) => line.length > 1 && !isClosing(line) && !isSmallPrint(line)),
  );
  const candidates = named.length > 0 ? named : sentences;
  const frequency = new Map<string, number>();
  for (const word of candidates.flatMap(wordsOf)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const rated = candidates.map((sentence, place) => ({
    sentence,
    place,
    ...scoreOf(sentence, place, frequency, asks),
  }));
  const isWhole = text.length <= SHORT_MAIL;
  const first = firstOf(rated, isWhole);
  const ranked = rated
    .map((each) => ({ ...each, rank: each === first ? Number.POSITIVE_INFINITY : each.score }))
    .sort((one, other) => other.rank - one.rank || one.place - other.place);
  const room = isWhole
    ? SHORT_MAIL
    : Math.min(MAX_LONG, Math.max(LEAST_LENGTH, Math.round(text.length * SHARE)));
  const chosen: typeof ranked = [];
  let length = 0;
  for (const candidate of ranked) {
    if (chosen.length === MAX_SENTENCES) break;
    if (chosen.length > 0 && isLeftOut(candidate, isWhole, chosen.length)) continue;
    const ownRoom = candidate.isAsking || THREAT.test(candidate.sentence) ? room + SHORT_ASK : room;
    if (chosen.length > 0 && length + candidate.sentence.length > ownRoom) continue;
    chosen.push(candidate);
    length += candidate.sentence.length + 1;
  }
  const inOrder = chosen.toSorted((one, other) => one.place - other.place);
  const summary = (isWhole ? inOrder : wantedFirst(inOrder))
    .map(({ sentence }, at) => capital(at === 0 ? sentence.replace(LEAD_IN, "") : sentence))
    .join(" ")
    .replaceAll(/[ \t]{2,}/g, " ");
  const end =
    chosen.length > 1 || chosen.some(({ sentence }) => isList(sentence)) ? room + SHORT_ASK : MAX_LENGTH;
  return summary.length > end ? `${summary.slice(0, end - 1).replace(/(?<!\s)\s+\S*$/, "")}…` : summary;
}

const LEAST_LENGTH = 640;
/** The first sentence of substance; thanks and sympathy are the matter where nothing is wanted. */
function firstOf<Each extends Rated & { score: number }>(
  rated: readonly Each[],
  isWhole: boolean,
): Each | null {
  const fitting = rated.filter(({ sentence }) => isWhole || sentence.length <= MAX_START);
  const isOnlyKind = !rated.some(({ sentence, isAsking }) => isAsking || REQUEST.test(sentence));
  const found = fitting.find(({ sentence, cues, score }) => {
    if (score <= 0 && cues < LEAST_CUES) return isOnlyKind && KIND.test(sentence);
    return cues >= LEAST_CUES || (isOnlyKind && KIND.test(sentence));
  });
  return found ?? null;
}
/** '(who designs these things?)' */
const ASIDE = / ?\([^()?\n]{2,80}\?\)/gu;

/** A request that is soon read is never left out for a figure. */
const SHORT_ASK = 120;
/** A row of a table with its columns apart, and the one that sums up the others. */
const ROW = /\S {3,}\S|\t/u;
const TOTAL = /^(?:grand )?(?:total|sum|gesamt|summe|importe total)(?!\p{L})/iu;

function scoreOf(
  sentence: string,
  place: number,
  frequency: ReadonlyMap<string, number>,
  asks: readonly Ask[] | null,
) {
  const words = wordsOf(sentence);
  const isAsking =
    asks === null
      ? sentence.endsWith("?") || asksIndirectly(sentence) || CUED.test(sentence) || GLAD_OF.test(sentence)
      : asks.some((ask) => sentence.includes(ask.sentence.replace(/\?$/, ""))) ||
        isDirect(sentence) ||
        CUED.test(sentence) ||
        GLAD_OF.test(sentence);
  const isDecision = DECISIVE.test(sentence) && /\s/.test(sentence);
  if (words.length < 2 && !isAsking && !isDecision) return { score: 0, cues: NO_CUES, isAsking };
  const weight =
    words.reduce((sum, word) => sum + (frequency.get(word) ?? 0), 0) / Math.sqrt(Math.max(1, words.length));
  const cues =
    (BANK_CHANGE.test(sentence) ? 8 : 0) +
    (CLAIM.test(sentence) ? 6 : 0) +
    (isAsking || REQUEST.test(sentence) ? 3 : 0) +
    (isAsking || (REQUEST.test(sentence) && sentence.length < SHORT_ASK) ? 1.5 : 0) +
    (NO_ACTION.test(sentence) ? 3 : 0) +
    (TOTAL.test(sentence) && /\d/.test(sentence) ? 2 : 0) +
    (CHANGE.test(sentence) ? 1.5 : 0) +
    (WHEN.test(sentence) ? 1.5 : 0) +
    (FIGURE.test(sentence) ? 1.5 : 0) +
    (NAME.test(sentence) ? 0.5 : 0) +
    (PERSONAL.test(sentence) ? 0.7 : 0) +
    (DECISIVE.test(sentence) ? 4 : 0) +
    (AMOUNT.test(sentence) ? 1.5 : 0) +
    (THREAT.test(sentence) ? 4 : 0) +
    (isList(sentence) ? 2 : 0) -
    (COURTESY.test(sentence) && !DECISIVE.test(sentence) ? 3 : 0) -
    (FILLER.test(sentence) ? 3 : 0) -
    (COURTEOUS_QUESTION.test(sentence) || isRhetorical(sentence) ? 8 : 0) -
    (place > 0 && DANGLES.test(sentence.slice(0, 30)) && !isAsking ? 3 : 0);
  // Of several questions those that are no asks come last.
  const isOther =
    asks !== null && asks.length > 0 && !isAsking && sentence.endsWith("?") && !FIGURE.test(sentence);
  return { score: weight * 0.6 + cues + (place === 0 ? 1 : 0) - (isOther ? 2 : 0), cues, isAsking };
}

const wordsOf = (sentence: string) =>
  (sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => word.length > 2 && !STOP_WORDS.has(word),
  );
