import { answersToPoints } from "../asks/list-points.ts";
import { bareSentence, capital } from "../languages/language-rules.ts";
import { NEUTRAL } from "../languages/neutral-phrases.ts";
import { PLANS } from "../languages/plan-phrases.ts";
import { answersTo } from "./answer-asks.ts";
import { withoutCommitment } from "./cautious-choices.ts";
import { hasTime, isCovered, otherAnswers, timeGap } from "./covered-asks.ts";
import { forAsks, otherLines } from "./for-asks.ts";
import { isUnclear } from "./kind-signs.ts";
import { neutralOpening, neutralText } from "./neutral-reply.ts";
import { holdFor, holdForPoints } from "./plan-sentences.ts";
import type { MailReading } from "./read-mail.ts";
import { type Choice, joined, write } from "./reply-choice.ts";
import type { ReplyStyle } from "./reply-style.ts";
import { wantsFigures, wantsSecrets } from "./risky-requests.ts";
import { forSituation } from "./situation-choices.ts";

/** The intents that fit this mail, the best one first. `freeTimes`: of the author's calendar, as they are written. */
export const choicesFor = (reading: MailReading, style: ReplyStyle, freeTimes: readonly string[]): Choice[] =>
  // 'at 3 p.m.' ends with its own dot.
  withoutCommitment(rankedChoices(reading, style, freeTimes), reading, style, before(reading, style)).map(
    (choice) => ({
      ...choice,
      text: choice.text.replaceAll(/(?<!\.)\.\.(?!\.)/g, "."),
    }),
  );

function rankedChoices(reading: MailReading, style: ReplyStyle, freeTimes: readonly string[]): Choice[] {
  const { rules, asks, times, figure, news, asksForTime } = reading;
  const { isFormal } = style;
  const { phrases } = rules;
  const due = reading.due ?? phrases.situations.byDay;
  const later = write("later", joined(before(reading, style), phrases.later(isFormal, due)));
  const ask = write("ask", joined(before(reading, style), phrases.askBack(isFormal)));
  const isTimed = times.length > 0 || asksForTime;
  const propose =
    freeTimes.length > 0 && isTimed
      ? [write("proposeTimes", joined(before(reading, style), phrases.proposeTimes(freeTimes, isFormal)))]
      : [];
  const isUnknownAsk = !style.isKnown && asks.some(({ sentence }) => wantsFigures(sentence));
  if (news === "risky" || (isUnknownAsk && news !== "allegation")) return forRisk(reading, style, later);
  const situation = forSituation(reading, style, due);
  if (situation !== null) return situation;
  if (reading.points.length > 1) return [...forPoints(reading, style), ...propose, later];
  const isSimple = times.length < 2 && asks.every(({ kind }) => kind !== "open" || isRsvp(reading));
  if (news === "invitation" && (isSimple || times.length < 2 || !asksWhichTime(reading)))
    return forInvitation(reading, style);
  if (
    times.length === 0 &&
    asks.length > 0 &&
    reading.sentences.some((each) => PREFERENCE.test(each)) &&
    asks.length < MANY_ASKS
  )
    return forPreference(reading, style, later);
  if (figure !== null && news !== "invitation") {
    const answers = forFigure(reading, style, figure);
    return reading.isOwed ? [later, ...answers, ask] : [...answers, later, ask];
  }
  if (news === "complaint" && times.length === 0) return forComplaint(reading, style, due);
  if (times.length > 0) return [...forTimes(reading, style), ...propose, later];
  if (asksForTime) return [...forConversation(reading, style, freeTimes), later];
  if (asks.length > 0)
    return [...forAsks(reading, style, before(reading, style), later), ...(news === "death" ? [] : [ask])];
  // An answer is wanted by a day, whatever to.
  if (reading.due !== null && news === "notice") return [later, ask];
  if (news === "refusal") return [write("thank", NEUTRAL[rules.language].regret(isFormal))];
  if (news === "notice" && isUnclear(reading.sentences))
    return [write("later", phrases.situations.received(isFormal, due)), ask];
  if (reading.mayAsk) return [later, write("answer", openAnswer(reading, isFormal)), ask];
  return [write("thank", wordsFor(reading, style))];
}

/** 'Dime qué prefieres y lo organizo hoy mismo.' */
const PREFERENCE =
  /(?<!\p{L})(?:(?:let (?:me|us) know|tell (?:me|us)) (?:which|what) (?:one |of \p{L}+ )?you(?:['’]d| would)? (?:prefer|like|rather)|sag(?:en sie)? mir,? was (?:dir|ihnen) lieber ist|(?:dis|dites)-moi ce que (?:tu préfères|vous préférez)|d[ií](?:me|nos|game) (?:qué|cuál) prefieres?)(?!\p{L})/iu;
const MANY_ASKS = 3;

/** The way that is chosen is a gap: nobody else knows it. */
const forPreference = (reading: MailReading, style: ReplyStyle, later: Choice): Choice[] => {
  const { rules } = reading;
  const gap = rules.phrases.situations.pointGaps.choice;
  return [
    write("answer", joined(before(reading, style), PLANS[rules.language].choose(gap, null, style.isFormal))),
    later,
  ];
};

/** Thanks for the mail, and a gap for what the person has to say. */
const openAnswer = ({ rules: { phrases, language } }: MailReading, isFormal: boolean): string =>
  joined(PLANS[language].thankForMail(isFormal), phrases.situations.pointGaps.answer);

/** Nothing is promised; what a person who was written to before wants approved is only looked at. */
function forRisk(reading: MailReading, style: ReplyStyle, later: Choice): Choice[] {
  const { rules, asks, points } = reading;
  const verify = write("verify", rules.phrases.verifyRequest(style.isFormal));
  const isSecret = asks.some(({ sentence }) => wantsSecrets(sentence));
  const refuse = write("decline", rules.phrases.refuseRequest(style.isFormal));
  // A list of what is missing comes from somebody whom the reader deals with.
  if (points.length > 1) return [later, ...forPoints(reading, style), verify, refuse];
  if (!style.isKnown || isSecret || asks.length === 0) return [verify, later, refuse];
  // Among several matters money is one of the gaps.
  if (asks.length > 1)
    return [
      write("later", joined(neutralOpening(reading, style), holdFor(asks, reading, style))),
      write("answer", neutralText(asks, reading, style)),
    ];
  return [later, verify, refuse];
}

/** One line for each listed point, after the time that is chosen and before what is asked besides. */
function forPoints(reading: MailReading, style: ReplyStyle): Choice[] {
  const { points, asks, rules, news } = reading;
  // The times of a flight that is listed are no times to meet.
  const times = reading.times.filter((time) => !points.some(({ text }) => text.includes(time)));
  const listed = answersToPoints(points, rules, style.isFormal);
  const others = asks.filter(
    ({ sentence, kind }) =>
      kind !== "request" &&
      !points.some(({ text }) => text.includes(bareSentence(sentence)) || sentence.includes(text)) &&
      !ALL_OF_IT.test(sentence) &&
      !isCovered({ sentence, kind }, reading),
  );
  const besides = otherLines(others, reading, style);
  const start = news === "notice" && !style.isKnown ? "" : before(reading, style);
  const answers = news === "complaint" ? rules.phrases.sorryForTrouble(style.isFormal) : start;
  const open = times.length > 0 ? timeGap(reading) : null;
  if (times.length > 0)
    return [
      ...(open === null
        ? []
        : [
            write("answer", joined(answers, rules.phrases.acceptTime(open, style.isFormal), listed, besides)),
          ]),
      ...times.map((time) =>
        write(
          "accept",
          joined(answers, rules.phrases.acceptTime(time, style.isFormal), listed, besides),
          time,
        ),
      ),
    ];
  const listedChoice = write("answer", joined(answers, listed, besides));
  // Who counts in a sentence wants no form.
  return points.every(({ kind }) => kind === "wish")
    ? [write("later", joined(answers, holdForPoints(points, reading, style))), listedChoice]
    : [listedChoice];
}
/** 'Could I have all this by Wednesday?' */
const ALL_OF_IT =
  /(?<!\p{L})(?:all (?:of )?(?:this|these)|have (?:this|these|them)|all das|diese unterlagen|tout cela|ces documents|todo esto|estos documentos)(?!\p{L})/iu;

/** It is examined, unless the sender only wants that something is seen to. */
function forComplaint(reading: MailReading, style: ReplyStyle, due: string): Choice[] {
  const { examineComplaint, askAboutComplaint } = reading.rules.phrases.situations;
  const examined = [
    write("later", examineComplaint(style.isFormal, due)),
    write("ask", askAboutComplaint(style.isFormal)),
  ];
  if (!hasOwnPromise(reading, style)) return examined;
  const start = before(reading, style);
  const answers = forAsks(reading, style, start, write("later", start)).filter(
    ({ intent }) => intent !== "later",
  );
  return reading.asks.some(({ sentence }) => SEEN_TO.test(sentence))
    ? [...answers, ...examined]
    : [...examined, ...answers];
}
const SEEN_TO =
  /(?<!\p{L})(?:make sure|ensure|see to it|sorge\p{L}*|stell\p{L}* .{0,20}sicher|veill\p{L}+|assurez|asegúre\p{L}*|procur\p{L}+)(?!\p{L})/iu;

/** Whether a request of the mail is promised in words of its own. */
const hasOwnPromise = ({ asks, rules }: MailReading, { isFormal }: ReplyStyle): boolean =>
  asks.some(({ kind, sentence }) => {
    const promise = kind === "request" ? rules.promiseOf(sentence, isFormal)?.promise : undefined;
    return promise !== undefined && promise !== rules.phrases.promise(isFormal);
  });

/** What an invitation wants to know besides is a gap. */
const isRsvp = ({ wantsGuest, wantsDiet }: MailReading): boolean => wantsGuest || wantsDiet;

function forFigure(reading: MailReading, style: ReplyStyle, figure: string): Choice[] {
  const { acceptFigure, declineFigure } = reading.rules.phrases;
  const start = neutralOpening(reading, style);
  const accepted = acceptFigure(figure, style.isFormal);
  return [
    write("agreeFigure", joined(start, accepted, otherAnswers(reading, style)), figure),
    write("decline", joined(start, declineFigure(figure, style.isFormal)), figure),
  ];
}

function forInvitation(reading: MailReading, style: ReplyStyle): Choice[] {
  const { acceptInvitation, declineInvitation, situations } = reading.rules.phrases;
  const requests = reading.asks.filter(({ kind }) => kind === "request");
  const promises = isRsvp(reading) ? "" : answersTo(requests, reading, { ...style, isYes: true });
  const gaps = [
    ...(reading.wantsGuest ? [situations.willGuest] : []),
    ...(reading.wantsDiet ? [situations.diet] : []),
  ];
  const due = reading.due ?? situations.byDay;
  return [
    write("later", situations.holdInvitation(style.isFormal, due)),
    write("accept", joined(acceptInvitation(style.isFormal), promises, gaps.join(" "))),
    write("decline", declineInvitation(style.isFormal)),
  ];
}

/** Of several times one is wanted: the days of an event are none to choose from. */
const asksWhichTime = ({ sentences, rules }: MailReading): boolean =>
  sentences.some(
    (sentence) =>
      / (?:or|oder|ou|o) /iu.test(sentence) && hasTime(sentence, rules.time) && !EVENT.test(sentence),
  );
const EVENT = /(?<!\p{L})(?:from|von|vom|du|del|between|zwischen|entre)(?!\p{L})/iu;

function forTimes(reading: MailReading, style: ReplyStyle): Choice[] {
  const { acceptTime, declineTimes } = reading.rules.phrases;
  const start = before(reading, style);
  const others = otherAnswers(reading, style);
  const open = timeGap(reading);
  return [
    ...(open === null ? [] : [write("answer", joined(start, acceptTime(open, style.isFormal), others))]),
    ...reading.times.map((time) =>
      write(
        "accept",
        GLAD.test(others)
          ? joined(start, others, acceptTime(time, style.isFormal))
          : joined(start, acceptTime(time, style.isFormal), others),
        time,
      ),
    ),
    write("decline", joined(start, declineTimes(style.isFormal))),
  ];
}

/** An answer that comes before the time. */
const GLAD = /^(?:Yes|Ja|Oui|Sí)(?!\p{L})/u;

/** Somebody wants to talk and names no time. */
function forConversation(reading: MailReading, style: ReplyStyle, freeTimes: readonly string[]): Choice[] {
  const { proposeTimes, situations } = reading.rules.phrases;
  const { isFormal } = style;
  const start = before(reading, style);
  const others = otherAnswers(reading, style);
  const proposed = joined(
    start,
    others,
    `${others === "" ? `${situations.gladly(isFormal)} ` : ""}${proposeTimes(freeTimes, isFormal)}`,
  );
  const agreed = write("accept", joined(start, others, situations.agreeToMeet(isFormal)));
  return [
    ...(freeTimes.length > 0 ? [write("proposeTimes", proposed)] : []),
    agreed,
    write(
      "decline",
      joined(start === neutralOpening(reading, style) ? "" : start, situations.declineToMeet(isFormal)),
    ),
  ];
}

/** What is said first: to illness, good news and thanks before the answers; thanks for the mail where it is formal. */
function before(reading: MailReading, style: ReplyStyle): string {
  const { rules, news } = reading;
  if (news === "illness") return rules.phrases.getWell(style.isFormal);
  if (news === "death") return rules.phrases.condolences(style.isFormal);
  if (news === "relativeIll") return NEUTRAL[rules.language].sorryForNews;
  if (news === "goodNews") return rules.phrases.congratulations(style.isFormal);
  if (news === "complaint") return rules.phrases.sorryForTrouble(style.isFormal);
  if (news === "leaving") return rules.phrases.sorryToSeeLeave(style.isFormal);
  // What is asked of somebody besides may be a problem.
  if (news === "apology" && (reading.asks.length === 0 || reading.times.length > 0 || reading.asksForTime))
    return rules.phrases.noProblem(style.isFormal);
  if (news === "praise") return rules.phrases.situations.thankForPraise(style.isFormal);
  return neutralOpening(reading, style);
}

function wordsFor({ rules, news, kind }: MailReading, { isFormal }: ReplyStyle): string {
  const { phrases } = rules;
  if (news === "notice" && kind === "news" && !isFormal) return NEUTRAL[rules.language].gladOfMail;
  if (news === "illness") return phrases.getWell(isFormal);
  if (news === "death") return phrases.condolences(isFormal);
  if (news === "goodNews") return phrases.congratulations(isFormal);
  if (news === "complaint") return phrases.sorryForTrouble(isFormal);
  if (news === "leaving") return phrases.sorryToSeeLeave(isFormal);
  if (news === "apology") return phrases.noProblem(isFormal);
  if (news === "congratulations") return phrases.thanksForCongratulations(isFormal);
  if (news === "sympathy") return phrases.situations.inThoughts(isFormal);
  if (news === "thanks") return phrases.welcome(isFormal);
  if (news === "praise") return phrases.situations.thankForPraise(isFormal);
  if (news === "great") return phrases.situations.great(isFormal);
  return phrases.thanksForNews(isFormal);
}

/** Greeting, text and closing. After a German greeting with a comma the sentence goes on. */
export function framed(text: string, { greeting, closing }: ReplyStyle, language: string): string {
  const isContinued = language === "de" && greeting.endsWith(",");
  const start = isContinued ? text.replace(GERMAN_START, (word) => word.toLowerCase()) : capital(text);
  return `${greeting}\n\n${start}\n\n${closing}`;
}
const GERMAN_START =
  /^(?:Hier|Schön|Schade|Vielen|Danke|Gerne|Klar|Mit|Leider|Ja|Nein|Ich|Das|Herzlichen|Herzlichen|Bevor|Zu|Zur|Bei|Da|Gar|Sehr|Um|Am|Es|Etwa|Der|Außerdem)(?!\p{L})/u;
