import { capital, type Phrases } from "./language-rules.ts";
import type { Ask, MailReading } from "./read-mail.ts";
import type { ReplyStyle } from "./reply-style.ts";
import { wantsFigures } from "./risky-requests.ts";

/** What a reply does; a person chooses one of those that fit a mail. */
export const INTENTS = [
  "accept",
  "decline",
  "later",
  "ask",
  "thank",
  "answer",
  "agreeFigure",
  "proposeTimes",
  "verify",
] as const;
export type Intent = (typeof INTENTS)[number];

/** What is written for one intent: the sentences between greeting and closing. `detail`: the time or amount that is agreed to. */
export type Choice = { intent: Intent; detail: string | null; text: string };

const write = (intent: Intent, text: string, detail: string | null = null): Choice => ({
  intent,
  detail,
  text,
});

/** The intents that fit this mail, the best one first. `freeTimes`: of the author's calendar, as they are written. */
export const choicesFor = (reading: MailReading, style: ReplyStyle, freeTimes: readonly string[]): Choice[] =>
  // 'at 3 p.m.' ends with its own dot.
  rankedChoices(reading, style, freeTimes).map((choice) => ({
    ...choice,
    text: choice.text.replaceAll(/(?<!\.)\.\.(?!\.)/g, "."),
  }));

function rankedChoices(reading: MailReading, style: ReplyStyle, freeTimes: readonly string[]): Choice[] {
  const { rules, asks, times, figure, news, asksForTime } = reading;
  const { isFormal } = style;
  const { phrases } = rules;
  const later = write("later", phrases.later(isFormal));
  const ask = write("ask", phrases.askBack(isFormal));
  const isTimed = times.length > 0 || asksForTime;
  const propose =
    freeTimes.length > 0 && isTimed ? [write("proposeTimes", phrases.proposeTimes(freeTimes, isFormal))] : [];
  if (news === "bankChange")
    return [write("verify", phrases.verifyBank(isFormal)), write("decline", phrases.refuseBank(isFormal))];
  if (news === "claim")
    return [write("later", phrases.examineClaim(isFormal)), write("decline", phrases.disputeClaim(isFormal))];
  if (news === "risky" || (!style.isKnown && asks.some(({ sentence }) => wantsFigures(sentence))))
    return [
      write("verify", phrases.verifyRequest(isFormal)),
      later,
      write("decline", phrases.refuseRequest(isFormal)),
    ];
  if (figure !== null) {
    const answers = forFigure(reading, style, figure);
    return reading.isOwed ? [later, ...answers, ask] : [...answers, later, ask];
  }
  const isSimple = times.length < 2 && asks.every(({ kind }) => kind !== "open");
  if (news === "invitation" && isSimple) return [...forInvitation(reading, style), ...propose, later];
  if (times.length > 0) return [...forTimes(reading, style), ...propose, later];
  if (asks.length > 0) return [...forAsks(reading, style), ...propose, later, ask];
  if (propose.length > 0) return [...propose, later];
  return [write("thank", wordsFor(reading, style))];
}

/** The answers to what a chosen time or amount does not answer. */
const otherAnswers = (reading: MailReading, style: ReplyStyle): string =>
  answersTo(
    reading.asks.filter((each) => !isCovered(each, reading)),
    reading,
    { ...style, isYes: true },
  );

function forFigure(reading: MailReading, style: ReplyStyle, figure: string): Choice[] {
  const { acceptFigure, declineFigure } = reading.rules.phrases;
  const start = opening(reading, style);
  const accepted = acceptFigure(figure, style.isFormal);
  return [
    write("agreeFigure", joined(start, accepted, otherAnswers(reading, style)), figure),
    write("decline", joined(start, declineFigure(figure, style.isFormal)), figure),
  ];
}

function forInvitation(reading: MailReading, style: ReplyStyle): Choice[] {
  const { acceptInvitation, declineInvitation } = reading.rules.phrases;
  const requests = reading.asks.filter(({ kind }) => kind === "request");
  const promises = answersTo(requests, reading, { ...style, isYes: true });
  return [
    write("accept", joined(acceptInvitation(style.isFormal), promises)),
    write("decline", declineInvitation(style.isFormal)),
  ];
}

function forTimes(reading: MailReading, style: ReplyStyle): Choice[] {
  const { acceptTime, declineTimes } = reading.rules.phrases;
  const start = before(reading, style);
  const others = otherAnswers(reading, style);
  return [
    ...reading.times.map((time) =>
      write("accept", joined(start, others, acceptTime(time, style.isFormal)), time),
    ),
    write("decline", joined(start, declineTimes(style.isFormal))),
  ];
}

function forAsks(reading: MailReading, style: ReplyStyle): Choice[] {
  const { asks } = reading;
  const start = before(reading, style);
  const yes = joined(start, answersTo(asks, reading, { ...style, isYes: true }));
  if (asks.every(({ kind }) => kind === "open")) return [{ intent: "answer", detail: null, text: yes }];
  const no = joined(start, answersTo(asks, reading, { ...style, isYes: false }));
  return [
    { intent: "accept", detail: null, text: yes },
    { intent: "decline", detail: null, text: no },
  ];
}

/** A question that the chosen time, amount or invitation answers already. */
function isCovered({ kind, sentence }: Ask, { rules, times, figure, asksForTime }: MailReading): boolean {
  if (
    kind === "request" &&
    !rules.asksForTime.test(sentence) &&
    !(times.length > 0 && rules.proposal.test(sentence) && hasTime(sentence, rules.time))
  )
    return false;
  if (times.length > 0)
    return (
      rules.proposal.test(sentence) ||
      hasTime(sentence, rules.time) ||
      (asksForTime && rules.asksForTime.test(sentence))
    );
  return (
    figure !== null &&
    kind !== "request" &&
    (rules.figureProposal.test(sentence) || sentence.includes(figure) || sentence.length < 40)
  );
}
const hasTime = (sentence: string, time: RegExp) => sentence.search(time) >= 0;

type Answering = ReplyStyle & { isYes: boolean };

/** One sentence each: requests together, then questions, which are named where there are several. */
function answersTo(
  asks: readonly Ask[],
  { rules }: MailReading,
  { isFormal, isYes, isKnown }: Answering,
): string {
  const { phrases } = rules;
  const requests = asks.filter(({ kind }) => kind === "request");
  const promised = requests.flatMap(({ sentence }) => {
    const promise = rules.promiseOf(sentence, isFormal);
    if (promise === null || isKnown || !CONFIRMING.test(sentence)) return promise ?? [];
    const gap = phrases.confirmGap(isFormal);
    return { ...promise, promise: gap, also: gap };
  });
  const promises = [...new Set(promised.map(({ promise, also }, at) => (at === 0 ? promise : also)))];
  const refusals = promised.map(({ refusal }) => refusal).slice(0, 1);
  const questions = asks.filter(({ kind }) => kind !== "request");
  const answers = questions.map(({ kind, sentence }) => {
    const topic = rules.topicOf(sentence, isFormal);
    const known = kind === "yesNo" ? rules.yesOrNo(sentence, isYes, isFormal) : null;
    const isStated = !isKnown && isYes && known !== null && FACT.test(known);
    const answer = isStated ? phrases.factGap : (known ?? rules.gapFor(sentence, isFormal));
    return { topic, answer };
  });
  const isNamed = questions.length > 1 || (questions.length > 0 && requests.length > 0);
  const named = answers.map(({ topic, answer }, at) =>
    isNamed
      ? introduced(
          answer,
          topic,
          isFormal ? phrases.aboutNumber(questions.length > 1 ? at + 1 : 0) : "",
          phrases,
        )
      : answer,
  );
  return [(isYes ? promises : refusals).filter(Boolean).join(" "), named.join("\n")]
    .filter(Boolean)
    .join(isNamed ? "\n\n" : " ");
}

const CONFIRMING = /(?<!\p{L})(?:confirm|bestätig)/iu;
/** An answer that states a fact in the words of the mail. */
const FACT =
  /^(?:Yes\.|Yes, (?:I|it|they|we|there) (?:am|is|are|was|were|have|has|did|does|do)\.|Ja, (?:das (?:habe|bin) ich|so ist es)|Oui, tout|Sí, así)/u;

/** People who know each other do not number their questions. */
function introduced(answer: string, topic: string | null, number: string, phrases: Phrases): string {
  const introduction = topic ? phrases.aboutTopic(topic) : number;
  return introduction === "" ? answer : `${introduction}${uncapitalized(answer)}`;
}

/** 'Yes, it is.' behind a colon; names, nouns and 'I' stay. */
const uncapitalized = (text: string): string =>
  text.replace(
    /^(?:Yes|No|A|Je|On|At|About|It|That|The|Unfortunately|Thank|Ja|Nein|Am|Um|Es|Das|Der|Etwa|Oui|Non|Ce|C'|La|Environ|Malheureusement|Sí|Será|Son|Unos|En|El|Lamentablemente|Thank)(?!\p{L})/u,
    (word) => word.toLowerCase(),
  );

/** What is said first: to illness, good news and thanks before the answers; thanks for the mail where it is formal. */
function before(reading: MailReading, style: ReplyStyle): string {
  const { rules, news } = reading;
  if (news === "illness") return rules.phrases.getWell(style.isFormal);
  if (news === "death") return rules.phrases.condolences(style.isFormal);
  if (news === "goodNews") return rules.phrases.congratulations(style.isFormal);
  if (news === "complaint") return rules.phrases.sorryForTrouble(style.isFormal);
  if (news === "leaving") return rules.phrases.sorryToSeeLeave(style.isFormal);
  return opening(reading, style);
}

const opening = ({ rules }: MailReading, { isFormal, isBrief }: ReplyStyle): string =>
  isBrief ? "" : rules.phrases.opening(isFormal);

function wordsFor({ rules: { phrases }, news }: MailReading, { isFormal }: ReplyStyle): string {
  if (news === "illness") return phrases.getWell(isFormal);
  if (news === "death") return phrases.condolences(isFormal);
  if (news === "goodNews") return phrases.congratulations(isFormal);
  if (news === "complaint") return phrases.sorryForTrouble(isFormal);
  if (news === "leaving") return phrases.sorryToSeeLeave(isFormal);
  if (news === "apology") return phrases.noProblem(isFormal);
  if (news === "congratulations") return phrases.thanksForCongratulations(isFormal);
  if (news === "thanks") return phrases.welcome(isFormal);
  return phrases.thanksForNews(isFormal);
}

const joined = (...parts: string[]): string =>
  parts.filter(Boolean).reduce((text, part) => {
    const isApart = text.includes("\n") || part.includes("\n");
    return text === "" ? part : `${text}${isApart ? "\n\n" : " "}${part}`;
  }, "");

/** Greeting, text and closing. After a German greeting with a comma the sentence goes on. */
export function framed(text: string, { greeting, closing }: ReplyStyle, language: string): string {
  const isContinued = language === "de" && greeting.endsWith(",");
  const start = isContinued ? text.replace(GERMAN_START, (word) => word.toLowerCase()) : capital(text);
  return `${greeting}\n\n${start}\n\n${closing}`;
}
const GERMAN_START =
  /^(?:Vielen|Danke|Gerne|Klar|Mit|Leider|Ja|Nein|Ich|Das|Herzlichen|Herzlichen|Bevor|Zu|Zur|Bei|Da|Gar|Sehr|Um|Am|Es|Etwa|Der|Außerdem)(?!\p{L})/u;
