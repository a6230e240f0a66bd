import { wordSet } from "../grammar/word-classes.ts";
import type { Party, ThreadMessage } from "../model.ts";
import type { Sentence } from "./split-sentences.ts";

const GREETINGS = wordSet(
  "hi hello hey dear mr mrs ms miss dr professor morning afternoon evening good hiya and also ok okay thanks thank so but * - • – @ ( [ then yes no sorry oh",
);
const AFTER_NAME =
  /^(?:[,:!–—-]|i|we|you|can|could|would|will|please|is|are|do|did|have|may|the|if|when|what|how|where|thanks|what's|yours)$/;
const EVERYONE = wordSet("all both everyone everybody team folks guys colleagues friends");

/** To whom each sentence of a message is said; null: to all who receive it. */
export function findAddressees(
  message: ThreadMessage,
  sentences: readonly Sentence[],
  before: readonly ThreadMessage[],
): (readonly Party[] | null)[] {
  const others = othersIn(message, before);
  if (others.length <= 1) return sentences.map(() => (others.length === 1 ? others : null));
  const names = new Map(others.flatMap((party) => namesOf(party).map((name) => [name, party] as const)));
  let general: readonly Party[] | null = previousAuthor(message, before, others);
  let current: readonly Party[] | null = general;
  let paragraph = -1;
  return sentences.map((sentence, index) => {
    if (sentence.paragraph !== paragraph) current = general;
    paragraph = sentence.paragraph;
    const called = calledIn(sentence, names);
    if (called !== undefined) current = called;
    const isGreeting = called !== undefined && index <= 1 && isOnlyGreeting(sentence, names);
    if (isGreeting) general = current;
    return current;
  });
}

function othersIn(message: ThreadMessage, before: readonly ThreadMessage[]): Party[] {
  const parties = [
    ...message.recipients,
    ...before.flatMap(({ author, recipients }) => [author, ...recipients]),
  ];
  const byKey = new Map(parties.map((party) => [party.key, party]));
  byKey.delete(message.author.key);
  return [...byKey.values()];
}

/** An answer is said to whom it answers. */
function previousAuthor(message: ThreadMessage, before: readonly ThreadMessage[], others: readonly Party[]) {
  const previous = before.findLast(({ author }) => author.key !== message.author.key)?.author;
  const found = others.find(({ key }) => key === previous?.key);
  return found ? [found] : null;
}

export function namesOf({ name, key }: Party): string[] {
  const words = name
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word.length > 1 && !/^(?:dr|mr|mrs|ms|prof)\.?$/.test(word));
  const [local = ""] = key.split("@");
  return [...new Set([...words, ...(words.length === 0 && local.length > 2 ? [local] : [])])];
}

/** The people whom a sentence calls by name: at its beginning, at its end, with '@'. */
function calledIn(
  { tokens }: Sentence,
  names: ReadonlyMap<string, Party>,
): readonly Party[] | null | undefined {
  const words = tokens.map(({ word }) => word);
  const called = new Set<Party>();
  let at = 0;
  while (at < words.length && at < 10) {
    const word = words[at] ?? "";
    const party = names.get(word);
    const next = words[at + 1] ?? "";
    if (party && (AFTER_NAME.test(next) || names.has(next) || next === "and" || next === ""))
      called.add(party);
    else if (EVERYONE.has(word) && at <= 3 && /^(?:[,:!–—-]|)$/.test(next)) return null;
    else if (!GREETINGS.has(word) && !/^[,:!–—-]$/.test(word)) break;
    at += 1;
  }
  for (const [index, word] of words.entries()) {
    const party = names.get(word);
    const isMarked = words[index - 1] === "@";
    const isLast = words[index - 1] === "," && index >= words.length - 3 && index > 1;
    if (party && (isMarked || isLast)) called.add(party);
  }
  return called.size > 0 ? [...called] : undefined;
}

/** 'Hi Gil,' alone in its sentence, or with what follows on the same line. */
const isOnlyGreeting = ({ tokens }: Sentence, names: ReadonlyMap<string, Party>): boolean =>
  tokens.every(
    ({ word }) => GREETINGS.has(word) || names.has(word) || EVERYONE.has(word) || /^[,:!.]$/.test(word),
  ) || /^(?:hi|hello|hey|dear|morning|good)$/.test(tokens[0]?.word ?? "");
