import { withoutDue } from "../dates/drop-due.ts";
import { type Due, type Moment, readDue } from "../dates/read-due.ts";
import { sharesObject } from "../reading/compare-words.ts";
import { isToList } from "./detect-lists.ts";
import { acceptanceIn, canAccept, isDateAlone, isDoneNext } from "./find-acceptances.ts";
import { actionItemIn } from "./find-action-items.ts";
import { namesOf } from "./find-addressees.ts";
import { dueBefore } from "./find-dues.ts";
import { findPromises, isAnswerGiven, type Promised } from "./find-promises.ts";
import { type Finding, type OpenAsk, quoteOf, type ReadMessage, summaryOf } from "./read-messages.ts";
import type { Token } from "./read-tokens.ts";
import type { Sentence } from "./split-sentences.ts";

/** What the author of a message promises, also by agreeing to what was asked before. */
export function gatherPromises(read: ReadMessage, open: readonly OpenAsk[]): Finding[] {
  const { sentences, moment } = read;
  const accepted = acceptedIn(read, open);
  const found: Finding[] = accepted ? [accepted.finding] : [];
  const withdrawn = lastWithdrawal(sentences);
  const isList = isToList(read);
  const isAnswer = open.some(({ asked }) => asked.kind !== "question");
  for (
    let index = Math.max(withdrawn?.sentence ?? 0, accepted?.next ?? 0);
    index < sentences.length;
    index += 1
  ) {
    const sentence = sentences[index];
    if (isJoke(sentences[index + 1])) continue;
    const item = sentence ? actionItemIn(sentence, read.message) : null;
    if (item && sentence) {
      const head: Promised = { start: 0, verb: item.verb, end: sentence.tokens.length, cue: "delegate" };
      if (item.owner === read.message.author)
        found.push({ ...findingOf(read, index, head, true, []), to: null });
      continue;
    }
    const isJoined = index === accepted?.next && accepted.isJoined;
    const promises = sentence ? findPromises(sentence, moment, isAnswer) : [];
    if (isList && promises[0] && sentence?.tokens[promises[0].start]?.word === "we") continue;
    for (const [place, promised] of promises.entries()) {
      if (isJoined && place === 0) continue;
      if (index === withdrawn?.sentence && promised.start < withdrawn.token) continue;
      const finding = findingOf(read, index, promised, place === 0, found.length === 0 ? open : []);
      const last = found.at(-1);
      const isBeside = promised.cue === "idiom" && last !== undefined && isSameParagraph(read, index);
      if (last && place === 0 && (isBeside || isReportOf(read, index, promised))) {
        last.quote = read.message.text.slice(last.offset, finding.offset + finding.quote.length);
        last.due ??= finding.due;
      } else found.push(finding);
    }
  }
  return found;
}

/** 'It goes out on Thursday. Consider it done.' */
const isSameParagraph = ({ sentences, moment }: ReadMessage, index: number): boolean => {
  const [before, sentence] = [sentences[index - 1], sentences[index]];
  return (
    before !== undefined &&
    before.paragraph === sentence?.paragraph &&
    findPromises(before, moment).length > 0
  );
};

/** 'Let me check with legal. I'll get back to you.' is one promise in two sentences. */
function isReportOf({ sentences, moment }: ReadMessage, index: number, { verb }: Promised): boolean {
  const [before, sentence] = [sentences[index - 1], sentences[index]];
  if (!before || !sentence || before.paragraph !== sentence.paragraph) return false;
  if (sentence.tokens[verb]?.word === "back") return findPromises(before, moment).length > 0;
  const words = sentence.tokens.map(({ word }) => word);
  const isReport =
    /^(?:let|get|report|revert|confirm|come|update)$/.test(words[verb] ?? "") || isAnswerGiven(words, verb);
  return isReport && findPromises(before, moment).at(-1)?.cue === "let-me";
}

/** The date in the promise, before it, in the sentence beside it, or that of the request which it takes up. */
export function findingOf(
  read: ReadMessage,
  index: number,
  promised: Promised,
  isFirst: boolean,
  open: readonly OpenAsk[],
): Finding {
  const { message, sentences, addressees, moment } = read;
  const tokens = sentences[index]?.tokens ?? [];
  const own = tokens.slice(promised.start, promised.end);
  const request = open.find(({ asked }) => asked.kind === "action") ?? open[0];
  const isIdiom = promised.cue === "idiom";
  const isTakenUp =
    isIdiom ||
    promised.end - promised.verb <= 4 ||
    (request !== undefined && sharesObject(request.what, quoteOf(message.text, own).quote)) ||
    tokens
      .slice(promised.verb, promised.verb + 4)
      .some(({ word }) => /^(?:it|that|this|them|those|so|needful|same|him|her)$/.test(word));
  const before = isFirst ? tokens.slice(0, promised.start) : [];
  const due = own.some(({ word }) => word === "thereafter")
    ? null
    : (readDue(
        untilUnless(own),
        moment,
        () =>
          readDue(before, moment) ??
          (request?.asked.kind === "question" ? undefined : request?.due) ??
          (own.some(({ word }) => DEADLINE.test(word)) ? null : dayBefore(read)),
      ) ??
      dueBefore(read, index, own) ??
      readDue(before, moment) ??
      dateBeside(sentences[index + 1], moment) ??
      (own.length <= 6 ? dateBeside(sentences[index - 1], moment) : null) ??
      (isTakenUp && request?.asked.kind === "action" ? request.due : null));
  const what =
    isIdiom && request
      ? request.what
      : summaryOf(message.text, withoutDue(tokens.slice(promised.verb, promised.end), moment));
  return {
    kind: "promise",
    by: message.author,
    to: addressees[index] ?? null,
    what,
    due,
    ...quoteOf(message.text, own),
    rule: promised.cue,
  };
}

/** The day that the message before named, for an answer such as 'I'll be there at 11'. */
function dayBefore({ message, before, moment }: ReadMessage): Due | null {
  const previous = before.at(-1);
  if (!previous || previous.message.author.key === message.author.key) return null;
  for (const { tokens } of previous.sentences.slice(-MAX_BEFORE).toReversed()) {
    const due = readDue(tokens, previous.moment);
    if (due && due.at > moment.at) return due;
  }
  return null;
}
const MAX_BEFORE = 6;
/** 'by 2' is one of today. */
const DEADLINE = /^(?:by|before|until|till)$/;

/** 'I'll order it unless I'm told otherwise by noon': by noon somebody else says so. */
function untilUnless(tokens: readonly Token[]): readonly Token[] {
  const end = tokens.findIndex(({ word }) => word === "unless");
  return end < 0 ? tokens : tokens.slice(0, end);
}

const dateBeside = (sentence: Sentence | undefined, moment: Moment): Due | null =>
  sentence && isDateAlone(sentence, moment) ? readDue(sentence.tokens, moment) : null;

/** An agreement stands in the first sentences of an answer, after a greeting at most. */
const MAX_BEFORE_AGREEMENT = 3;

/** The agreement to an open request; `next` is the sentence after it, whose first promise may be part of it. */
function acceptedIn(
  read: ReadMessage,
  open: readonly OpenAsk[],
): { finding: Finding; next: number; isJoined: boolean } | null {
  const { message, sentences, moment } = read;
  const request =
    open.find(({ asked }) => asked.kind === "action") ?? open.find(({ asked }) => asked.kind === "when");
  if (!request) return null;
  const names = new Set(open.flatMap(({ by }) => namesOf(by)));
  for (const [index, sentence] of sentences.slice(0, MAX_BEFORE_AGREEMENT).entries()) {
    const acceptance = canAccept(request.asked) ? acceptanceIn(sentence, names) : null;
    if (
      !acceptance &&
      !isDateAlone(sentence, moment) &&
      !clausesOf(sentence).some((clause) => isDateAlone(clause, moment))
    ) {
      if (findPromises(sentence, moment).length > 0 || sentence.tokens.length > 6) return null;
      continue;
    }
    const next = sentences[index + 1];
    if (isDoneNext(next)) return null;
    const own = sentence.tokens.slice(acceptance?.start ?? 0);
    const joined = next && isContinued(next) ? findPromises(next, moment)[0] : undefined;
    const more = joined && next ? next.tokens.slice(joined.start, joined.end) : [];
    const due =
      readDue(own, moment, () => request.due) ??
      readDue(more, moment) ??
      dateBeside(next, moment) ??
      request.due;
    const quote = quoteOf(message.text, [...own, ...more]);
    const finding: Finding = {
      kind: "promise",
      by: message.author,
      to: [request.by],
      what: request.what,
      due,
      ...quote,
      rule: "accept",
    };
    return { finding, next: index + 1, isJoined: joined !== undefined };
  }
  return null;
}

/** 'tomorrow noon-ish, rebasing now', 'Thursday is tough, but Friday should work': its first and its last clause. */
function clausesOf(sentence: Sentence): Sentence[] {
  const { tokens } = sentence;
  const isBorder = ({ word }: Token, at: number) => at > 0 && /^[,–—(]$/.test(word);
  const [first, last] = [tokens.findIndex(isBorder), tokens.findLastIndex(isBorder)];
  if (first < 0) return [];
  const begin = { ...sentence, tokens: tokens.slice(0, first) };
  const isTurned = tokens[last + 1]?.word === "but";
  return isTurned ? [begin, { ...sentence, tokens: tokens.slice(last + 1) }] : [begin];
}

/** 'And I'll do the cheese' is more than what was asked. */
const isContinued = ({ tokens }: Sentence) =>
  !tokens.slice(0, 6).some(({ word }) => /^(?:and|also|too|plus)$/.test(word));

/** 'Kidding.' */
export const isJoke = (next: Sentence | undefined): boolean =>
  next !== undefined &&
  next.tokens.length <= 6 &&
  next.tokens.some(({ word }) => /^(?:kidding|joking|jk|joke|haha|lol|kiddin)$/.test(word)) &&
  !next.tokens.some(({ word }) => word === "no" || word === "not");

const WITHDRAWALS = [
  "forget it",
  "forget that",
  "never mind",
  "nevermind",
  "nvm",
  "scrap that",
  "scratch that",
  "strike that",
  "ignore that",
  "actually no",
  "actually , no",
  "on second thought",
  "on second thoughts",
  "it is gone",
  "actually i can not",
  "actually , i can not",
].map((words) => words.split(" "));

/** The last words that take back what stands before them; null if there are none. */
export function lastWithdrawal(sentences: readonly Sentence[]): { sentence: number; token: number } | null {
  for (let index = sentences.length - 1; index >= 0; index -= 1) {
    const tokens = sentences[index]?.tokens ?? [];
    const token = tokens.findIndex((_, at) =>
      WITHDRAWALS.some((words) => words.every((word, place) => tokens[at + place]?.word === word)),
    );
    if (token >= 0) return { sentence: index, token };
  }
  return null;
}
