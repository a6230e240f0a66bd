import type { Ask } from "../asks/find-asks.ts";
import { NEUTRAL } from "../languages/neutral-phrases.ts";
import { optionsIn } from "./answer-asks.ts";
import { otherLines } from "./for-asks.ts";
import type { MailReading } from "./read-mail.ts";
import { CONVERSATION, THIS_FIGURE, THIS_SUITS } from "./read-times.ts";
import { MAX_GAP } from "./reply-choice.ts";
import type { ReplyStyle } from "./reply-style.ts";

/** The answers to what a chosen time or amount does not answer. */
export const otherAnswers = (reading: MailReading, style: ReplyStyle): string =>
  otherLines(
    reading.asks.filter((each) => !isCovered(each, reading)),
    reading,
    style,
  );

/** Of several times none is taken for the person: they are offered in a gap. Null where one is proposed. */
export function timeGap({ times, kind, rules }: MailReading): string | null {
  if (times.length < 2 && kind !== "meeting-choice") return null;
  const gap = `[${times.join(" / ")}]`;
  return times.length < 2 || gap.length > MAX_GAP ? NEUTRAL[rules.language].gaps.time : gap;
}

/** A question that the chosen time, amount or invitation answers already. */
export function isCovered(
  { kind, sentence, wants }: Ask,
  { rules, times, figure, asksForTime }: MailReading,
): boolean {
  if (times.length > 0 && CONFIRMED.test(sentence)) return true;
  if (kind === "indirect") return times.length > 0 && (wants === "time" || WHICH_TIME.test(sentence));
  if (
    kind === "request" &&
    !rules.asksForTime.test(sentence) &&
    !(times.length > 0 && rules.proposal.test(sentence) && hasTime(sentence, rules.time))
  )
    return false;
  if (times.length === 0 && asksForTime && figure === null)
    return rules.asksForTime.test(sentence) || (kind === "yesNo" && rules.proposal.test(sentence));
  if (times.length > 0 && kind === "open" && !hasTime(sentence, rules.time) && NO_TIME.test(sentence))
    return false;
  if (times.length > 0)
    return (
      (kind === "yesNo" &&
        (THIS_SUITS.test(sentence) || CONVERSATION.test(sentence) || sentence.length < SHORT_QUESTION)) ||
      rules.proposal.test(sentence) ||
      hasTime(sentence, rules.time) ||
      (asksForTime && rules.asksForTime.test(sentence)) ||
      (optionsIn(sentence).length === 0 && WHICH_TIME.test(sentence))
    );
  return (
    figure !== null &&
    kind !== "request" &&
    (rules.figureProposal.test(sentence) ||
      THIS_FIGURE.test(sentence) ||
      sentence.includes(figure) ||
      sentence.length < 40)
  );
}
/** 'Kindly confirm which is convenient.' */
const CONFIRMED =
  /^(?:please |kindly |bitte )?(?:confirm|bestätigen sie)[^,]{0,40}$|(?<!\p{L})(?:confirm|let (?:me|us) know) (?:which|what suits|whether (?:this|that|either)|if (?:this|that|either)|the (?:date|day|time))|(?:mitteilen|mit|bescheid|bestätigen),? (?:welche[rn]? (?:termin|tag)|ob (?:ihnen|dir) (?:das|dies))|(?:confirmer|indiquer|dire) (?:la date|le jour|le créneau|laquelle|lequel)|(?:confirm|indi|di)\p{L}{0,9} (?:la fecha|el día|cuál|qué (?:día|fecha))/iu;
/** '¿Cenamos?' */
const SHORT_QUESTION = 18;
export const hasTime = (sentence: string, time: RegExp) => sentence.search(time) >= 0;
/** What is asked besides the time. */
const NO_TIME =
  /(?<!\p{L})(?:how many|how much|who|where|why|wie ?viele?|wer|wo|wohin|warum|wieso|combien|qui|où|pourquoi|cuánt[oa]s?|quién|dónde|por qué)(?!\p{L})/iu;
/** 'Which one works best?' 'Is this convenient?' */
const WHICH_TIME =
  /(?<!\p{L})(?:which|what (?:day|time)|prefer\p{L}*|best|convenient|suits?|welche[rsn]?|lieber|am besten|recht|passt|lequel|quel(?:le)?|préfér\p{L}*|convien\p{L}*|cuál|prefiere[sn]?|mejor|viene)(?!\p{L})/iu;
