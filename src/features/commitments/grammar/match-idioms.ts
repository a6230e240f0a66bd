import { FIRST, isClauseStart, type Reading, SUBJECTS, skipAdverbs } from "./promise-heads.ts";
import { isKnownGerund, isPast } from "./verb-forms.ts";

const IDIOMS: readonly (readonly string[])[] = [
  "leave it with me",
  "leave that with me",
  "leave this with me",
  "leave with me",
  "you can count on me",
  "you can count with me",
  "it is all mine",
  "i will do the needful",
  "leave it to me",
  "leave that to me",
  "leave it to us",
  "leave it with us",
  "consider it done",
  "consider that done",
  "i am on it",
  "i am on the case",
  "we are on it",
  "will do",
  "count on me",
  "i will see to it",
  "we will see to it",
  "you got it",
  "i have got this",
  "i promise to",
  "we promise to",
  "i undertake to",
  "i commit to",
  "we commit to",
  "we undertake to",
  "i'll see to that",
  "you have my word",
  "count me in",
].map((idiom) => idiom.split(" "));

const readPhrase: Reading = ({ words, isDated }, at) => {
  for (const idiom of IDIOMS) {
    if (idiom.every((word, index) => words[at + index] === word)) {
      const isEnd = !/^\p{L}/u.test(words[at + idiom.length] ?? "") || words[at + idiom.length - 1] === "to";
      if (idiom[0] === "will" && !isClauseStart(words, at) && !/^[,;–—-]$/.test(words[at - 1] ?? ""))
        continue;
      if (
        isEnd ||
        idiom.length > 2 ||
        isDated(at, words.length) ||
        /^(?:when|once|as|after|tom|thanks|thx|cheers)$/.test(words[at + idiom.length] ?? "")
      )
        return { start: at, verb: at, cue: "idiom" };
    }
  }
  return null;
};

/** 'On it', 'give me until Friday', 'back to you tomorrow' */
const readShort: Reading = ({ words, isDated }, at) => {
  const isOnIt =
    words[at] === "on" &&
    words[at + 1] === "it" &&
    isClauseStart(words, at) &&
    !/^\p{L}/u.test(words[at + 2] ?? "");
  if (isOnIt) return { start: at, verb: at, cue: "idiom" };
  const isGranted =
    words[at] === "give" &&
    words[at + 1] === "me" &&
    /^(?:until|till|til)$/.test(words[at + 2] ?? "") &&
    isClauseStart(words, at);
  if (isGranted) return { start: at, verb: at, cue: "idiom" };
  const isBack =
    words[at] === "back" && words[at + 1] === "to" && words[at + 2] === "you" && isClauseStart(words, at);
  if (isBack && isDated(at, words.length)) return { start: at, verb: at, cue: "idiom" };
  return null;
};

/** 'Consider it done', 'you have my word' */
const readWord: Reading = ({ words }, at) => {
  const isConsidered =
    words[at] === "consider" &&
    /^(?:it|that|this|him|her|them|the|your|my)$/.test(words[at + 1] ?? "") &&
    words.slice(at + 2, at + 6).some((word) => isPast(word)) &&
    isClauseStart(words, at);
  const isWord =
    words[at] === "you" &&
    words[at + 1] === "have" &&
    words
      .slice(at + 2, at + 5)
      .some(
        (word, index, near) =>
          /^(?:word|commitment|promise)$/.test(word) && /^(?:my|our)$/.test(near[index - 1] ?? ""),
      );
  if (isWord || isConsidered) return { start: at, verb: at, cue: "idiom" };
  return null;
};

/** 'Expect my mail tonight', 'leave the hotel to me', 'the best I can do is Friday' */
const readOffer: Reading = ({ words, isDated }, at) => {
  const isExpected =
    words[at] === "expect" &&
    /^(?:my|our|a|an|it|them|the)$/.test(words[at + 1] ?? "") &&
    isClauseStart(words, at) &&
    isDated(at, words.length);
  if (isExpected) return { start: at, verb: at, cue: "idiom" };
  const isLeft =
    words[at] === "leave" &&
    isClauseStart(words, at) &&
    words
      .slice(at + 2, at + 7)
      .some((word, index, near) => /^(?:to|with)$/.test(word) && /^(?:me|us)$/.test(near[index + 1] ?? ""));
  if (isLeft) return { start: at, verb: at, cue: "idiom" };
  const isPlanned =
    words[at] === "plan" &&
    words[at + 1] === "on" &&
    words[at + 2] === "me" &&
    isKnownGerund(words[at + 3] ?? "");
  if (isPlanned) return { start: at, verb: at + 3, cue: "idiom" };
  const isBest =
    words[at] === "best" &&
    /^(?:i|we)$/.test(words[at + 1] ?? "") &&
    words[at + 2] === "can" &&
    /^(?:do|manage|offer)$/.test(words[at + 3] ?? "") &&
    words[at + 4] === "is";
  if (isBest && isDated(at, words.length)) return { start: at, verb: at, cue: "idiom" };
  return null;
};

/** 'Slides to follow' */
const readToFollow: Reading = ({ words, isDated }, at) => {
  const isToFollow =
    words[at] === "to" &&
    /^(?:follow|come)$/.test(words[at + 1] ?? "") &&
    at > 0 &&
    at - Math.max(words.slice(0, at).lastIndexOf(","), 0) <= 6 &&
    (!/^\p{L}/u.test(words[at + 2] ?? "") ||
      /^(?:after|by|under|in|shortly|soon|separately|asap|next|when|once|on)$/.test(words[at + 2] ?? "") ||
      isDated(at, words.length)) &&
    (words[at + 1] === "follow" || isDated(at, words.length)) &&
    !words
      .slice(Math.max(words.slice(0, at).lastIndexOf(","), 0), at)
      .some((word) => SUBJECTS.has(word) || /^(?:is|are|was|hard|easy|want|how)$/.test(word));
  if (isToFollow) return { start: words.slice(0, at).lastIndexOf(",") + 1, verb: at, cue: "thing" };
  return null;
};

const readOwed: Reading = ({ words, isDated }, at) => {
  const owe = skipAdverbs(words, at + 1);
  const isOwed =
    FIRST.has(words[at] ?? "") &&
    words[owe] === "owe" &&
    words[owe + 1] === "you" &&
    isDated(at, words.length);
  return isOwed ? { start: at, verb: owe, cue: "owe" } : null;
};

const IDIOM_READINGS: readonly Reading[] = [
  readPhrase,
  readShort,
  readWord,
  readOffer,
  readToFollow,
  readOwed,
];

/** 'On it', 'leave it with me', 'slides to follow', 'I owe you the slides - tonight' */
export const readIdiom: Reading = (sentence, at) => {
  for (const read of IDIOM_READINGS) {
    const head = read(sentence, at);
    if (head) return head;
  }
  return null;
};
