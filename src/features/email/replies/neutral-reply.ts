import type { Ask } from "../asks/find-asks.ts";
import { choicesIn, earlierChoices } from "../asks/find-options.ts";
import { asksIndirectly } from "../asks/indirect-asks.ts";
import { topicLabel } from "../asks/name-topics.ts";
import { NEUTRAL } from "../languages/neutral-phrases.ts";
import { PLANS } from "../languages/plan-phrases.ts";
import { optionsIn } from "./answer-asks.ts";
import { isCommercial } from "./kind-signs.ts";
import type { MailReading } from "./read-mail.ts";
import { joined } from "./reply-choice.ts";
import type { ReplyStyle } from "./reply-style.ts";
import { thanksFor } from "./thank-for.ts";

/** A line with a gap for each question and request, by the name of its matter: nothing is answered for the person. */
export function gapsFor(asks: readonly Ask[], reading: MailReading, style: ReplyStyle): string {
  const lines = asks.map((ask) => ({ label: labelOf(ask, reading, style), gap: gapOf(ask, reading, style) }));
  const [only, ...others] = lines;
  if (!only) return "";
  if (others.length === 0) return singleLine(only, asks[0], reading, style);
  const { language } = reading.rules;
  const labels = new Set(lines.map(({ label }) => label));
  // Lines without a name are a form: one gap is for all that is answered.
  if (labels.has(null) || labels.size < lines.length)
    return `${NEUTRAL[language].lead} ${NEUTRAL[language].answers}`;
  const colon = language === "fr" ? " : " : ": ";
  const listed = lines.map(({ label, gap }) => `- ${label}${colon}${gap}`).join("\n");
  return `${NEUTRAL[language].lead}\n${listed}`;
}

type Line = { label: string | null; gap: string };

function singleLine(
  { label, gap }: Line,
  ask: Ask | undefined,
  reading: MailReading,
  style: ReplyStyle,
): string {
  const { rules } = reading;
  const sentence = ask?.kind === "open" ? rules.gapFor(ask.sentence, style.isFormal) : "";
  // 'On [day].' is an answer of its own.
  if (sentence !== "" && !sentence.startsWith("[") && !gap.includes(" / ")) return sentence;
  const isOffered = ![NEUTRAL[rules.language].task, NEUTRAL[rules.language].gaps.confirm].includes(gap);
  if (
    gap.includes(" / ") &&
    ask?.kind !== "request" &&
    gap !== rules.phrases.situations.pointGaps.thing &&
    isOffered
  )
    return rules.phrases.situations.choose(gap, style.isFormal);
  return `${label === null ? NEUTRAL[rules.language].myAnswer : aboutLabel(label, reading)}${gap}.`;
}

const aboutLabel = (label: string, { rules }: MailReading): string =>
  rules.language === "en" && /^My /u.test(label)
    ? `About my ${label.slice(3)}: `
    : rules.language === "en" && !/^[A-Z]{2}/u.test(label)
      ? `About the ${label.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())}: `
      : rules.language === "fr"
        ? `${label} : `
        : `${label}: `;

function labelOf(
  { sentence, kind }: Ask,
  { rules, sentences }: MailReading,
  { isFormal }: ReplyStyle,
): string | null {
  if (kind === "request" && CONFIRMING.test(sentence)) return NEUTRAL[rules.language].confirmation;
  const at = sentences.findIndex((each) => each.includes(sentence.replace(/\?$/, "")));
  // A heading stands at most two sentences above its question.
  const headings = [1, 2, 3].map((back) => sentences[at - back] ?? "");
  const heading = headings.slice(0, headings.findIndex((each) => each.includes("?")) + 1 || 3);
  const topic = rules.topicOf(sentence, isFormal);
  for (const above of heading) {
    const label = topicLabel("", above, rules.language, null);
    if (label !== null) return label;
  }
  const own = topicLabel(sentence, "", rules.language, topic);
  const before = sentences[at - 1] ?? "";
  // 'Would you agree?' means what was said before.
  return own ?? (AGREEING.test(sentence) && at > 0 ? topicLabel(before, "", rules.language, null) : null);
}
const AGREEING =
  /(?<!\p{L})(?:agree\p{L}*|ok(?:ay)?|acceptable|suits?|einverstanden|recht|d['’]accord|convient|de acuerdo|parece bien)(?!\p{L})/iu;
const CONFIRMING = /(?<!\p{L})(?:confirm|bestätig)/iu;
/** What is granted or not. */
const GRANTING =
  /(?<!\p{L})(?:confirm|bestätig|guarant|garant|accept|acept|approv|autori[sz]|authori[sz]|agree|zustimm|zusag|genehmig|freigeb|extend|waive)/iu;

function gapOf(
  { kind, sentence, wants }: Ask,
  { rules, sentences }: MailReading,
  { isFormal }: ReplyStyle,
): string {
  const gaps = rules.phrases.situations.pointGaps;
  const known = optionsIn(sentence);
  const own = known.length > 1 ? known : choicesIn(sentence);
  const options = own.length > 1 ? own : earlierChoices(sentence, sentences);
  const choice = `[${options.join(" / ")}]`;
  if (options.length > 1 && choice.length <= MAX_GAP) return choice;
  if (kind === "request" && GRANTING.test(sentence)) return gaps.yesNo;
  if (kind === "request" && OTHERWISE.test(sentence)) return gaps.choice;
  if (kind === "request") return SENDING.test(sentence) ? gaps.thing : NEUTRAL[rules.language].task;
  if (kind === "yesNo" || (kind === "indirect" && asksIndirectly(sentence) && !WANTS_WORDS.test(sentence)))
    return gaps.yesNo;
  if (kind === "indirect") return wantedGap(wants, rules);
  const gap = /\[[^[\]]+\]/u.exec(rules.gapFor(sentence, isFormal))?.[0] ?? gaps.answer;
  if (/ (?:or|oder|ou|o) /iu.test(sentence) && (wants === undefined || wants === "choice"))
    return gaps.choice;
  // 'Your answer' says no more than the mark of a list does.
  if (GENERIC.test(gap)) return wantedGap(wants, rules);
  return rules.language === "de" ? gap : gap.toLowerCase();
}
/** The gap for what labelled sentences like it want. */
function wantedGap(wants: Ask["wants"], { phrases, language }: MailReading["rules"]): string {
  const { pointGaps } = phrases.situations;
  const { gaps, task } = NEUTRAL[language];
  if (wants === "yes-no" || wants === "decision") return pointGaps.yesNo;
  if (wants === "choice") return pointGaps.choice;
  if (wants === "send") return pointGaps.thing;
  if (wants === "do") return task;
  return wants === undefined || wants === "information" ? pointGaps.answer : gaps[wants];
}
const MAX_GAP = 42;
const GENERIC = /^\[(?:your answer|antwort|réponse|respuesta)\]$/iu;
const OTHERWISE =
  /(?<!\p{L})(?:or would you|or do you|oder (?:lieber|ist|passt)|ou (?:préfér\p{L}+|bien)|o (?:prefier\p{L}+|mejor))(?!\p{L})/iu;
const WANTS_WORDS =
  /(?<!\p{L})(?:instructions?|decision|view|input|comments?|rather|prefer|mitteilung, (?!ob)|rückmeldung|préfér\p{L}+|prefier\p{L}+)(?!\p{L})/iu;
const SENDING =
  /(?<!\p{L})(?:send|provide|forward|share|submit|return|schick\p{L}*|send\p{L}*|zukommen|zusend\p{L}*|übermittel\p{L}*|envoy\p{L}*|transmet\p{L}*|faire parvenir|envi\p{L}*|mand\p{L}*|remit\p{L}*)(?!\p{L})/iu;

/** What stands above the gaps: thanks for the mail where it is formal, by its subject. */
export function neutralOpening(
  { rules, isWarm, sentences, news, kind, asks, due }: MailReading,
  style: ReplyStyle,
): string {
  const phrases = NEUTRAL[rules.language];
  if (kind === "news" && !style.isFormal && asks.length === 0) return phrases.gladOfMail;
  const isLetter = sentences.length >= LETTER && !isCommercial(sentences.join(" "));
  // Who needs an answer by a day writes for that.
  if (isWarm && due === null && !style.isFormal && FRIENDLY.has(news) && isLetter) return phrases.gladOfMail;
  const thanks = thanksFor(sentences, rules, style.isFormal);
  if (thanks !== "") return thanks;
  if (style.isBrief) return "";
  return style.isFormal ? PLANS[rules.language].thankForMail(true) : "";
}
const FRIENDLY: ReadonlySet<MailReading["news"]> = new Set([
  "notice",
  "thanks",
  "great",
  "apology",
  "praise",
]);
/** Sentences of a letter between friends. */
const LETTER = 6;

/** The neutral answer to all that a mail asks. */
export const neutralText = (asks: readonly Ask[], reading: MailReading, style: ReplyStyle): string =>
  joined(neutralOpening(reading, style), gapsFor(asks, reading, style));
