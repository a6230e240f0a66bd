import type { Ask } from "../asks/find-asks.ts";
import { choicesIn } from "../asks/find-options.ts";
import { answersTo, optionsIn } from "./answer-asks.ts";
import { gapsFor } from "./neutral-reply.ts";
import { besidesText, isAnswered, plannedText } from "./plan-sentences.ts";
import type { MailReading } from "./read-mail.ts";
import { type Choice, joined, MAX_GAP, write } from "./reply-choice.ts";
import type { ReplyStyle } from "./reply-style.ts";

const MONEY = /[€$£] ?\d|\d ?(?:€|\$|£|(?:euros?|dollars?|pounds?|francs?|usd|eur|gbp|chf)(?!\p{L}))/iu;
/** Sentences up to which a mail is about its one question alone. */
const SHORT = 5;
/** Sentences of a mail that only asks. */
const BRIEF = 3;
/** '[Yes/No].' */
const ONE_WORD = /^\[[^\][/]{1,20}\/[^\][/]{1,20}\]\.$/u;
/** A question whose 'yes' refuses, and one about somebody else's matter. */
const REVERSED =
  /(?<!\p{L})(?:mind(?! \p{L}+ing)|would it bother|macht es (?:ihnen|dir|euch) (?:et)?was aus|stört es|(?:cela|ça) (?:vous|te) (?:dérange|gêne|ennuie)|(?:le|te|os) (?:importa|importaría|molesta))/iu;
/** An answer that says nothing. */
const BARE =
  /^(?:yes|no|ja|nein|oui|non|sí|i['’]m afraid not|unfortunately not|nein, leider nicht|ja, so ist es|no, it is not|non, malheureusement pas)\.?$/iu;

/**
 * The choices for what a mail asks: answered first only where it asks one thing, briefly; else the first one says what is
 * sent and until when the rest is answered. `start`: what is said before; `later`: that it is looked at.
 */
export function forAsks(reading: MailReading, style: ReplyStyle, start: string, later: Choice): Choice[] {
  const { asks, rules } = reading;
  const [only, ...others] = asks;
  if (!only) return [];
  if (others.length === 0) {
    const sentences = rules.alternatives(only.sentence, style.isFormal);
    if (sentences.length > 1) return forWays(sentences, start, later);
    const known = only.kind === "open" ? optionsIn(only.sentence) : [];
    const options = known.length > 1 ? known : choicesIn(only.sentence);
    const chosen = options.map((option) =>
      write("answer", joined(start, rules.phrases.situations.choose(option, style.isFormal)), option),
    );
    // What costs or binds is chosen by the person.
    const isOpen = known.length < 2 || options.some((option) => /\d/u.test(option));
    if (options.length > 1)
      return isOpen
        ? [write("answer", joined(start, plannedText(asks, reading, style))), ...chosen, later]
        : [...chosen, later];
  }
  const yes = joined(start, answersTo(asks, reading, { ...style, isYes: true }));
  const no = joined(start, answersTo(asks, reading, { ...style, isYes: false }));
  const isSure = isCertain(reading, style);
  if (isSure && only.kind === "open") return [write("answer", yes), later];
  if (isSure) return [write("accept", yes), write("decline", no), later];
  const isPlain = asks.every((ask) => ask.kind !== "open" && isPlainAnswer(ask, reading, style));
  const plain = isPlain ? [write("accept", yes), write("decline", no)] : [];
  const gaps = gapsFor(asks, reading, style);
  // 'Is the lease signed?' is answered with one word.
  if (
    others.length === 0 &&
    only.kind === "yesNo" &&
    ONE_WORD.test(gaps) &&
    reading.sentences.length <= BRIEF
  )
    return [write("answer", joined(start, gaps)), later, ...plain];
  const planned = joined(start, plannedText(asks, reading, style));
  if (isAnswered(asks, reading)) return [write("answer", planned), later, ...plain];
  return [write("later", planned), write("answer", joined(start, gaps)), ...plain];
}

/** Of two ways none is taken for the person: both stand in one gap, and each is a choice of its own. */
function forWays(sentences: readonly string[], start: string, later: Choice): Choice[] {
  const gap = `[${sentences.map((each) => each.replace(/\.$/, "")).join(" / ")}]`;
  const first = gap.length <= MAX_GAP ? [write("answer", joined(start, `${gap}.`))] : [];
  return [
    ...first,
    ...(first.length > 0 ? [] : [later]),
    ...sentences.map((each) => write("answer", joined(start, each), each.replace(/\.$/, ""))),
    ...(first.length > 0 ? [later] : []),
  ];
}

/** One question of a short mail, whose answer is known to fit. */
function isCertain(reading: MailReading, style: ReplyStyle): boolean {
  const [only, ...others] = reading.asks;
  if (!only || others.length > 0) return false;
  if (only.kind === "indirect") return false;
  if (only.kind === "open") return !reading.rules.gapFor(only.sentence, style.isFormal).startsWith("[");
  if (only.kind === "request") return isPlainAnswer(only, reading, style);
  // What costs something is decided by the person.
  const isFree = reading.sentences.every((sentence) => !MONEY.test(sentence));
  return isFree && reading.sentences.length <= SHORT && isPlainAnswer(only, reading, style);
}

function isPlainAnswer({ kind, sentence }: Ask, { rules }: MailReading, { isFormal }: ReplyStyle): boolean {
  if (REVERSED.test(sentence) || kind === "indirect") return false;
  if (kind === "request") {
    const promise = rules.promiseOf(sentence, isFormal)?.promise;
    const isOwn = promise !== undefined && promise !== rules.phrases.promise(isFormal);
    return isOwn && !UNFINISHED.test(promise) && !EITHER.test(sentence);
  }
  return !BARE.test(rules.yesOrNo(sentence, true, isFormal).trim());
}
/** A promise whose object was cut off: 'Gerne teile ich Ihnen umgehend mit.' */
const UNFINISHED =
  /(?:^Gerne \p{L}+ ich (?:Ihnen|uns|dir)(?: (?:umgehend|kurz|bald|noch|bitte))* \p{L}+\.$|the needful)/iu;

/** 'Could you come on Thursday or would you rather talk by telephone?' */
const EITHER =
  /(?<!\p{L})(?:or (?:would|do|shall|should|are|is) (?:you|i|we|that|it)|oder (?:ist|wäre|soll|sollen|möcht\p{L}+|lieber|passt)|ou (?:préfér\p{L}+|bien|est-ce)|o (?:prefier\p{L}+|mejor|bien))(?!\p{L})/iu;

/** The answers besides a time, an invitation or a list: a gap for each, or what is certain. */
export function otherLines(asks: readonly Ask[], reading: MailReading, style: ReplyStyle): string {
  const [only, ...others] = asks;
  const isRequest = only?.kind === "request" && isPlainAnswer(only, reading, style);
  return others.length === 0 && isRequest
    ? answersTo(asks, reading, { ...style, isYes: true })
    : besidesText(asks, reading, style);
}
