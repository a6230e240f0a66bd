import { plainWords } from "./person-words.ts";

/** Each name that is found with all who could be meant by it, and the words that are left. */
type Within<T> = { named: T[][]; rest: string };

/** Names that are also words: without a capital letter, or at the beginning of a sentence, they mean nobody. */
const ORDINARY = new Set(
  `mark will may bill rose grant hope art frank sue pat guy max miles chase drew faith grace joy june april august dean price long young
  king green brown white black wood stone hall page case cook baker hunter mason park field best day rob jack dan summer autumn
  sunny gene ray rich wade lane reed bush carter weaver law link love moore sharp short small strong sweet wise ford glass`.split(
    /\s+/,
  ),
);
const SMALL = new Set(
  "and or is are was be to the a an of in on at with for from by not who too also please".split(" "),
);

/**
 * Finds names in words with others between them. A name before another one that nobody has is of somebody else: 'Bob
 * Gonzalez' is not Bob Carter. In a whole sentence only words with capital letters are names, unless it has none.
 */
export function namesWithin<T extends { name: string }>(
  known: readonly T[],
  words: string,
  sentence: string,
): Within<T> {
  const isSentence = words === sentence;
  const hasCapitals = /\p{Lu}/u.test(sentence.slice(1).replaceAll(/\bI\b/g, ""));
  const tokens = words.split(/[\s,;:.!?()"\u2013]+/).filter(Boolean);
  const named: T[][] = [];
  const rest: string[] = [];
  const mayBeName = (token: string, at: number) =>
    !isSentence || (hasCapitals ? isCapital(token) && (at > 0 || !isOrdinary(token)) : !isOrdinary(token));
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? "";
    const next = tokens[at + 1] ?? "";
    const first = mayBeName(token, at) ? withName(known, token) : [];
    const both = next ? withName(first, next) : [];
    const isOther = isNameAfter(token, next, sentence, isSentence);
    if (both.length > 0) {
      named.push(both);
      at += 1;
    } else if (first.length > 0 && !isOther) named.push(first);
    else rest.push(token);
  }
  return { named, rest: rest.join(" ") };
}

const isCapital = (token: string) => /^\p{Lu}/u.test(token);
const isOrdinary = (token: string) => plainWords(token).some((word) => ORDINARY.has(word));

function withName<T extends { name: string }>(known: readonly T[], token: string): T[] {
  const [word = ""] = plainWords(token);
  return word.length < 2 ? [] : known.filter(({ name }) => plainWords(name).includes(word));
}

/** Whether the next word is more of the name. */
const isNameAfter = (token: string, next: string, sentence: string, isSentence: boolean): boolean =>
  next !== "" &&
  !SMALL.has(next.toLowerCase()) &&
  sentence.includes(`${token} ${next}`) &&
  (!isSentence || isCapital(next));
