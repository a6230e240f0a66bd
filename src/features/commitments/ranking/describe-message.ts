import { namesOf } from "../extraction/find-addressees.ts";
import type { OpenAsk, ReadMessage } from "../extraction/read-messages.ts";
import type { Token } from "../extraction/read-tokens.ts";
import { wordSet } from "../grammar/word-classes.ts";

/** What all candidates of a message share. */
export type DescribedMessage = {
  read: ReadMessage;
  hasOpenAsk: boolean;
  /** In the words of features: '<self>' is the author, '<other>' a recipient. */
  names: ReadonlyMap<string, string>;
  nameWords: ReadonlySet<string>;
  ask: string;
  context: readonly string[];
  /** The words of each sentence, with names, numbers and dates as classes. */
  words: readonly (readonly string[])[];
};

/** Words of a message before that show what it wants. */
const ASKING = wordSet(
  "? can could would will please pls need needs want wants who when where by before come coming bring send get have is are do did if still your you kindly let and",
);
const DAYS = /^(?:mon|tues?|wed|wednes|thu|thurs|fri|sat|satur|sun)(?:day)?s?$/;
const MONTHS =
  /^(?:january|february|march|april|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)$/;
/** Sentences and words of the message before that are read. */
const [MAX_SENTENCES, MAX_WORDS] = [4, 40];
const MESSAGES_BACK = 4;

export function describeMessage(read: ReadMessage, open: readonly OpenAsk[]): DescribedMessage {
  const { message, sentences } = read;
  const names = new Map([
    ...message.recipients.flatMap((party) => namesOf(party).map((name) => [name, "<other>"] as const)),
    ...namesOf(message.author).map((name) => [name, "<self>"] as const),
  ]);
  const kinds = new Set(open.map(({ asked }) => asked.kind));
  const ask = (["action", "when", "question"] as const).find((kind) => kinds.has(kind)) ?? "none";
  return {
    read,
    hasOpenAsk: open.length > 0,
    names,
    nameWords: new Set(names.keys()),
    ask,
    context: contextOf(read, ask),
    words: sentences.map(({ tokens }) => tokens.map((token) => normalWord(token, names))),
  };
}

function contextOf({ message, sentences, before }: ReadMessage, ask: string): string[] {
  const isOfOther = (each: ReadMessage) => each.message.author.key !== message.author.key;
  const previous = before.at(-1);
  const last = previous && isOfOther(previous) ? previous.sentences : null;
  const earlier = before.slice(-MESSAGES_BACK).filter(isOfOther);
  const isAskedBefore = earlier.some((each) => each.sentences.some(({ isQuestion }) => isQuestion));
  const ending = last?.slice(-MAX_SENTENCES).flatMap(({ tokens }) => tokens.slice(0, MAX_WORDS)) ?? [];
  const written = new Set(ending.map(({ word }) => word));
  const features: [name: string, holds: boolean][] = [
    [`ask=${ask}`, true],
    ["answer", last !== null],
    ["after-question", last?.some(({ isQuestion }) => isQuestion) ?? false],
    ["after-please", last?.some(({ tokens }) => tokens.some(({ word }) => word === "please")) ?? false],
    ["answers-you", written.has("you") || written.has("your")],
    ["asked-before", isAskedBefore],
    [`asked-before+ask=${ask}`, isAskedBefore],
    [`messages=${Math.min(before.length, 3)}`, true],
    [`sentences=${Math.min(sentences.length, 4)}`, true],
    ["group", message.recipients.length > 1],
  ];
  const words = [...written].filter((word) => ASKING.has(word)).map((word) => `answers:${word}`);
  return [...features.flatMap(([name, holds]) => (holds ? [name] : [])), ...words];
}

function normalWord({ word, isCited }: Token, names: ReadonlyMap<string, string>): string {
  if (isCited) return "…";
  const name = names.get(word);
  if (name) return name;
  if (/^\d/.test(word)) return "<number>";
  if (DAYS.test(word)) return "<day>";
  return MONTHS.test(word) ? "<month>" : word;
}
