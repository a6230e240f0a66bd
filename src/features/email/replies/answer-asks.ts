import type { Ask } from "../asks/find-asks.ts";
import { bareSentence, type Phrases } from "../languages/language-rules.ts";
import type { MailReading } from "./read-mail.ts";
import type { ReplyStyle } from "./reply-style.ts";

type Answering = ReplyStyle & { isYes: boolean };

/** One sentence each: requests together, then questions, which are named where there are several. */
export function answersTo(asks: readonly Ask[], reading: MailReading, style: Answering): string {
  const promises = promisesFor(asks, reading, style);
  const questions = asks.filter(({ kind }) => kind !== "request");
  const isNumbered = questions.filter(({ sentence }) => NUMBERED.test(sentence)).length > 1;
  const isNamed = questions.length > 1 || (questions.length > 0 && promises !== "");
  const answers = questions.map((ask, at) => answerTo(ask, reading, style, isNumbered, isNamed ? at : null));
  const isQuestionFirst = asks[0]?.kind !== "request";
  const parts = [promises, answers.join("\n")];
  return (isQuestionFirst && !isNumbered ? parts.reverse() : parts)
    .filter(Boolean)
    .join(isNumbered || (isNamed && answers.length > 1) ? "\n\n" : " ");
}
/** '1. Why did the margin fall?' */
const NUMBERED = /^\d{1,2}[.)] /;

function promisesFor(asks: readonly Ask[], { rules }: MailReading, { isFormal, isYes }: Answering): string {
  const requests = asks.filter(({ kind }) => kind === "request");
  const promised = requests.flatMap(({ sentence }) => {
    const promise = rules.promiseOf(sentence, isFormal);
    if (promise === null || !CONFIRMING.test(sentence)) return promise ?? [];
    const gap = rules.phrases.confirmGap(isFormal);
    return { ...promise, promise: gap, also: gap };
  });
  const promises = [...new Set(promised.map(({ promise, also }, at) => (at === 0 ? promise : also)))];
  // 'I'll take care of it' says nothing beside a promise of its own.
  const own = promises.filter((promise) => promise !== rules.phrases.promise(isFormal));
  const refusals = promised.map(({ refusal }) => refusal).slice(0, 1);
  return (isYes ? (own.length > 0 ? own : promises) : refusals).filter(Boolean).join(" ");
}

/** `place`: of the question among several; null where it is the only one. */
function answerTo(
  { kind, sentence }: Ask,
  { rules, isLeave }: MailReading,
  { isFormal, isYes }: Answering,
  isNumbered: boolean,
  place: number | null,
): string {
  const { phrases } = rules;
  const options = kind === "open" ? optionsIn(sentence) : [];
  if (options.length > 1) {
    const gap = `[${options.join(" / ")}]`;
    if (gap.length <= MAX_GAP) return phrases.situations.choose(gap, isFormal);
  }
  const known = kind === "yesNo" ? rules.yesOrNo(sentence, isYes, isFormal) : null;
  const isStated = isYes && known !== null && FACT.test(known) && !WILL.test(sentence);
  const answer = isStated ? phrases.factGap : (known ?? rules.gapFor(sentence, isFormal));
  // '… and if you want meat, fish or veggie'
  const offered =
    kind === "yesNo" && isYes && OFFERED.test(sentence.replace(/[?.]$/, ""))
      ? optionsIn(sentence.replace(/\.$/, ""))
      : [];
  const chosen =
    offered.length > 1 ? ` ${phrases.situations.choose(`[${offered.join(" / ")}]`, isFormal)}` : "";
  const wished = isLeave && isYes && known !== null && place === null;
  const full = (wished ? `${answer} ${phrases.situations.enjoyLeave(isFormal)}` : answer) + chosen;
  if (place === null) return full;
  const number = NUMBERED.exec(sentence)?.[0] ?? "";
  if (isNumbered && number !== "") return `${number}${full}`;
  return introduced(
    full,
    rules.topicOf(sentence, isFormal),
    isFormal && place > 0 ? phrases.aboutNumber(place + 1) : "",
    phrases,
  );
}
const MAX_GAP = 42;

const CONFIRMING = /(?<!\p{L})(?:confirm|bestätig)/iu;
/** An answer that states a fact in the words of the mail. */
const FACT =
  /^(?:Yes\.|Yes, (?:I|it|they|we|there) (?:am|is|are|was|were|have|has|had|did|does|do)\.|Ja, (?:das (?:habe|bin) ich|so ist es)|Oui, tout|Sí, así)/u;
/** A question for what the reader wants: the answer is no fact that others look for. */
const WILL =
  /(?<!\p{L})(?:are you in|receiv\p{L}+|erhalten|bekommen|reçue?s?|recibid[oa]s?|recibi\p{L}+|want|wish|like|mind|agree|approve|accept|need|help|prefer|fit|interested|coming|come|join\p{L}*|attend\p{L}*|available|happy|have (?:\d+ |\p{L}+ )?(?:time|minutes)|möchte\p{L}*|wollen|willst|zustimm\p{L}*|einverstanden|kommen|kommst|dabei|souhait\p{L}*|voul\p{L}*|veux|viens|venez|besoin|brauch\p{L}*|benötig\p{L}*|necesita[sn]?|quiere[sn]?|desea|viene[sn]?|asistir\p{L}*|acepta[sn]?)(?!\p{L})/iu;

/** 'Cash or transfer?' Empty for a question in a whole sentence. */
export function optionsIn(sentence: string): string[] {
  const bare = bareSentence(sentence.replace(/^¿/, ""));
  const asked = OFFERED.exec(bare)?.[1] ?? bare;
  const parts = asked.split(/, (?:or |oder |ou |o )?| or | oder | ou | o /iu).map((part) => part.trim());
  const isShort = parts.length > 1 && parts.length < 5 && parts.every((part) => part.split(" ").length <= 3);
  if (!isShort || !/ (?:or|oder|ou|o) /iu.test(asked)) return [];
  return parts.some((part) => part === "" || NO_OPTION.test(part)) ? [] : parts;
}
/** 'if you want meat, fish or veggie' */
const OFFERED =
  /(?:if|whether|do|would) you (?:want|prefer|like|take|have) ((?:[\p{L}-]+, ){0,3}[\p{L}-]+ or [\p{L}-]+)$/iu;
const NO_OPTION =
  /(?<!\p{L})(?:is|are|was|do|does|did|have|has|will|would|can|could|should|shall|i|you|we|they|it|he|she|that|this|what|which|when|where|who|how|not|so|later|earlier|more|less|ist|sind|hast|haben|kann|soll|ich|du|sie|wir|er|es|was|wann|wie|wo|wer|nicht|est|sont|vous|tu|je|nous|on|il|elle|que|quand|pas|non|es|son|puede|usted|yo|qué|cuándo|no|wants?|prefers?|need|let)(?!\p{L})/iu;

/** People who know each other do not number their questions. */
function introduced(answer: string, topic: string | null, number: string, phrases: Phrases): string {
  const introduction = topic && !COMPLETE.test(answer) ? phrases.aboutTopic(topic) : topic ? "" : number;
  return introduction === "" ? answer : `${introduction}${uncapitalized(answer)}`;
}
/** 'Yes, I'm coming.' and 'I would suggest [your proposal].' are understood without their question. */
const COMPLETE = /^(?:(?:Yes|No|Ja|Nein|Oui|Non|Sí)[,.]|I |Please |Thank|Ich |Je |Elegir|\[[^\]]+ \/ )/u;

/** 'Yes, it is.' behind a colon; names, nouns and 'I' stay. */
const uncapitalized = (text: string): string =>
  text.replace(
    /^(?:Yes|No|A|Je|On|At|About|It|That|The|Unfortunately|Thank|Ja|Nein|Am|Um|Es|Das|Der|Etwa|Oui|Non|Ce|C'|La|Environ|Malheureusement|Sí|Será|Son|Unos|En|El|Lamentablemente|Thank)(?!\p{L})/u,
    (word) => word.toLowerCase(),
  );
