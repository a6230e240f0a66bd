import { withoutDue } from "../dates/drop-due.ts";
import { type Due, type Moment, readDue } from "../dates/read-due.ts";
import { isToList } from "./detect-lists.ts";
import { type ActionItem, actionItemIn } from "./find-action-items.ts";
import { type Asked, findAsks } from "./find-asks.ts";
import { dueBefore } from "./find-dues.ts";
import { findPromises } from "./find-promises.ts";
import { isJoke } from "./gather-promises.ts";
import { type Finding, type OpenAsk, quoteOf, type ReadMessage, summaryOf } from "./read-messages.ts";
import type { Token } from "./read-tokens.ts";
import type { Sentence } from "./split-sentences.ts";

type Gathered = { finding: Finding; ask: OpenAsk };

/** All that a message asks, of whomever. */
export function gatherAsks(read: ReadMessage): Gathered[] {
  const gathered: (Gathered & { sentence: number })[] = [];
  if (isToList(read)) return [];
  for (const [index, sentence] of read.sentences.entries()) {
    const last = gathered.at(-1);
    const isBelow =
      last !== undefined &&
      last.sentence === index - 1 &&
      sentence.paragraph === read.sentences[index - 1]?.paragraph;
    if (isBelow && isMore(sentence)) {
      last.sentence = index;
      extend(last, sentence, index, read);
    } else if (!isJoke(read.sentences[index + 1])) {
      const asked = asksOf(read, index);
      if (isBelow && asked.length === 1 && isSameNeed(last, sentence)) gathered.pop();
      gathered.push(...asked);
    }
  }
  return gathered;
}

/** 'We require a list. Please furnish same within five days.' */
const isSameNeed = ({ finding }: Gathered, { tokens }: Sentence): boolean =>
  /^(?:[^.!?]{0,200} )?(?:we|i) (?:require|need)/i.test(finding.quote.slice(0, 300)) &&
  tokens[0]?.word === "please" &&
  tokens.slice(2, 4).some(({ word }) => /^(?:same|it|them|this|that|one)$/.test(word));

/** 'Or Tuesday?' and 'I need it by Thursday' after a request belong to it. */
function isMore({ tokens, isQuestion }: Sentence): boolean {
  if (isQuestion && tokens.length <= 4) return true;
  const last = tokens.filter(({ word }) => /^\p{L}/u.test(word)).at(-1)?.word ?? "";
  if (
    isQuestion &&
    tokens.length <= 8 &&
    /^(?:ok|okay|alright|possible|doable|work|feasible|fine)$/.test(last)
  )
    return true;
  if (isDeadline(tokens.map(({ word }) => word))) return true;
  const [subject, verb, object] = tokens
    .filter(({ word }) => !/^(?:really|do|would|just)$/.test(word))
    .map(({ word }) => word);
  return (
    /^(?:i|we)$/.test(subject ?? "") &&
    verb === "need" &&
    /^(?:it|them|this|that|those|these)$/.test(object ?? "")
  );
}

/** 'Ideally by Thursday', 'so I would have them by Thursday', 'By Thursday would be perfect' */
function isDeadline(words: readonly string[]): boolean {
  const deadline = words.findIndex((word) => /^(?:by|before|until|latest)$/.test(word));
  if (deadline < 0 || words.length > 22) return false;
  const first = words.find((word) => /^\p{L}/u.test(word)) ?? "";
  if (/^(?:ideally|preferably|by|before|no|latest|anytime|sometime)$/.test(first) && words.length <= 10)
    return true;
  const isObliged = words.some(
    (word, at) =>
      /^(?:it|they|this|that)$/.test(words[at - 1] ?? "") &&
      /^(?:has|have|needs|need|must)$/.test(word) &&
      words.slice(at, at + 4).some((each) => /^(?:be|reach|get)$/.test(each)),
  );
  if (isObliged) return true;
  return words.some(
    (word, at) =>
      /^(?:i|we)$/.test(words[at - 1] ?? "") &&
      /^(?:would|need|want|must)$/.test(word) &&
      words[at + 1] !== "love" &&
      words.slice(at, at + 5).some((each) => /^(?:it|them|this|that|those|these|everything|all)$/.test(each)),
  );
}

function extend({ finding, ask }: Gathered, sentence: Sentence, index: number, read: ReadMessage): void {
  const { message, moment } = read;
  const end = sentence.tokens.at(-1)?.end ?? finding.offset;
  finding.quote = message.text.slice(finding.offset, end);
  const deadline = sentence.tokens.findIndex(({ word }) => /^(?:by|before|until|latest)$/.test(word));
  finding.due ??=
    readDue(sentence.tokens.slice(Math.max(0, deadline - 2)), moment) ??
    dueBefore(read, index, sentence.tokens);
  ask.due ??= finding.due;
}

function asksOf(read: ReadMessage, index: number): (Gathered & { sentence: number })[] {
  const { message, sentences, addressees, moment } = read;
  const sentence = sentences[index];
  if (!sentence) return [];
  const item = actionItemIn(sentence, message);
  if (item) return item.owner === message.author ? [] : [itemOf(read, index, item)];
  const to = addressees[index] ?? null;
  const promises = findPromises({ ...sentence, isQuestion: false }, moment);
  const isGroup = message.recipients.length > 1;
  return findAsks(sentence, promises.length > 0)
    .filter(({ isGeneral }) => !isGeneral || !isGroup || to?.length === 1)
    .map((asked) => {
      const end = promises.find(({ start }) => start > asked.verb && start < asked.end)?.start ?? asked.end;
      const tokens = ownClause(sentence.tokens.slice(asked.start, end));
      const what = summaryOf(message.text, withoutDue(sentence.tokens.slice(asked.verb, end), moment));
      const due =
        dueOf(asked, tokens, moment) ??
        (asked.kind === "action" ? dueBefore(read, index, tokens) : null) ??
        (promises.length > 0 ? null : dueOf(asked, sentence.tokens, moment));
      const by = message.author;
      const quote = quoteOf(message.text, tokens);
      const finding: Finding = { kind: "request", by, to, what, due, ...quote, rule: asked.kind };
      return { finding, ask: { asked, by, to, what, due }, sentence: index };
    });
}

/** Without what follows from it: 'Pop your address over and there'll be a box on Friday' */
function ownClause(tokens: readonly Token[]): readonly Token[] {
  const end = tokens.findIndex(
    ({ word }, at) =>
      at > 2 &&
      word === "and" &&
      /^(?:there|it|they|that)$/.test(tokens[at + 1]?.word ?? "") &&
      tokens[at + 2]?.word === "will",
  );
  return end < 0 ? tokens : tokens.slice(0, end);
}

function itemOf(
  read: ReadMessage,
  index: number,
  { owner, verb }: ActionItem,
): Gathered & { sentence: number } {
  const { message, sentences, moment } = read;
  const tokens = sentences[index]?.tokens ?? [];
  const [to, by, due] = [[owner], message.author, readDue(tokens, moment)];
  const what = summaryOf(message.text, withoutDue(tokens.slice(verb), moment));
  const asked: Asked = { start: 0, verb, end: tokens.length, kind: "action", isGeneral: false };
  const finding: Finding = {
    kind: "request",
    by,
    to,
    what,
    due,
    ...quoteOf(message.text, tokens),
    rule: "item",
  };
  return { finding, ask: { asked, by, to, what, due }, sentence: index };
}

/** 'Let me know on Friday which of the 9th and the 11th suits you': what is asked about is no date for it. */
function withoutAsked(tokens: readonly Token[]): readonly Token[] {
  const words = tokens.map(({ word }) => word);
  const at = words.findIndex(
    (word, index) =>
      /^(?:if|whether|which|when|how|who|what|where)$/.test(word) &&
      words
        .slice(Math.max(0, index - 3), index)
        .some((each) => /^(?:know|tell|confirm|check|say|ask)$/.test(each)),
  );
  return at < 0 || words.slice(at).some((word) => /^(?:by|before|latest)$/.test(word))
    ? tokens
    : tokens.slice(0, at);
}

/** A question about a day is not due on it: 'Are you free on Friday?' */
const dueOf = ({ kind }: Asked, all: readonly Token[], moment: Moment): Due | null =>
  dueIn(kind, withoutAsked(all), moment);
const dueIn = (kind: Asked["kind"], tokens: readonly Token[], moment: Moment): Due | null =>
  kind === "action" || tokens.some(({ word }) => /^(?:by|before|latest)$/.test(word))
    ? readDue(tokens, moment)
    : null;
