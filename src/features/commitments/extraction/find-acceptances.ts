import { type Moment, namesDue } from "../dates/read-due.ts";
import { wordSet } from "../grammar/word-classes.ts";
import type { Asked } from "./find-asks.ts";
import type { Sentence } from "./split-sentences.ts";

const CORES = [
  "yes of course",
  "of course you can",
  "of course",
  "yes you can",
  "sure you can",
  "sure thing",
  "for sure",
  "sure",
  "yes",
  "yep",
  "yeah",
  "yup",
  "ok",
  "okay",
  "k",
  "kk",
  "no problem at all",
  "no prob",
  "yes i can do that",
  "yes i can do it",
  "yes we can do that",
  "i would be glad to",
  "i would be happy to",
  "i would be delighted to",
  "i would love to",
  "glad to",
  "delighted to",
  "no problem",
  "no probs",
  "no worries",
  "np",
  "absolutely",
  "certainly",
  "definitely",
  "with pleasure",
  "gladly",
  "my pleasure",
  "can do",
  "will do",
  "happy to",
  "happily",
  "you got it",
  "deal",
  "agreed",
  "roger",
  "right away",
  "alright",
  "all right",
  "consider it done",
  "on it",
  "fine",
  "aye",
  "i will",
  "we will",
  "i shall",
  "yes i can",
  "yes we can",
  "i can",
  "we can",
  "👍",
  "naturally",
  "understood",
  "you bet",
  "okey dokey",
  "okie",
  "not at all",
  "by all means",
  "cool",
  "leave it with me",
  "i can do that",
  "i can do it",
  "we can do that",
  "gotcha",
  "roger that",
  "will be done",
  "wilco",
  "yessir",
  "okie dokie",
  "okey doke",
  "sure can",
  "yes please do",
  "ofc",
  "doable",
  "that is doable",
  "yes that is doable",
  "should be fine",
  "that should be fine",
  "should be doable",
  "anything for you",
  "anytime",
  "any time",
  "me",
  "i will be there",
  "will be there",
  "see you then",
  "see you there",
  "obvs",
  "claro",
  "sure sure",
  "you can count on me",
  "you can count with me",
  "count on me",
  "mine",
  "all mine",
  "that is mine",
  "they are mine",
  "both are mine",
  "all are mine",
  "all three are mine",
  "all of them are mine",
  "i will do the needful",
  "i got it",
  "i got this",
  "got it",
  "righto",
  "right so",
  "right you are",
  "course",
  "no bother",
  "no bother at all",
  "not a bother",
  "not a problem",
  "no drama",
  "no dramas",
  "i got you",
  "got you",
  "say no more",
  "as you wish",
  "that works",
  "works for me",
  "that works for me",
  "fine by me",
  "fine with me",
  "that is fine",
  "that is fine with me",
  "that is fine by me",
  "sounds good",
  "sounds like a plan",
  "easy",
  "too easy",
  "go on",
  "go on then",
  "on my list",
  "it is on my list",
  "i have got it",
  "i have got her",
  "i have got him",
  "i have got them",
  "i have got you",
  "i have got that",
  "noted",
  "done deal",
  "sure no problem",
  "very good",
  "very well",
  "mais oui",
  "aye aye",
]
  .map((core) => core.split(" "))
  .sort((one, other) => other.length - one.length);
/** By themselves these may also mean that something was read. */
const FILLERS = wordSet(
  "hi hey hello dear mr mrs ms dr morning oh ah well thanks thank you thx cheers ta x xx xxx that this then so boss mate love darling dear sir madam ma'am , . ! - – — : ) ; 😊 🙂 👌 🙏 to that's fine good great perfect chef ✅ it a too captain nan gran mum dad mom man lads bro hun hon honey sweetie babe buddy pal everyone all both again sorry ha ( 😀 👍",
);
const TIME_WORDS =
  /^(?:when|once|after|as|before|by|at|in|on|first|right|later|this|next|end|eod|cob|within|over|give|for|till|tomorrow|today|tonight|sometime|straight|latest|promise|now|leaving|coming|heading|driving|asap|shortly|soon|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|wed|thu|fri|sat|sun|\d.*)$/;
const DONE = wordSet("attached here enclosed below sent done just already forwarded uploaded posted paid");

/** A sentence that says no more than yes, perhaps with a time: the index of its first word of agreement. */
export function acceptanceIn(
  sentence: Sentence,
  names: ReadonlySet<string>,
): { start: number; isDated: boolean } | null {
  const words = sentence.tokens.map(({ word }) => word);
  if (sentence.isQuestion && words.length > 7) return null;
  if (!sentence.isQuestion && isItChosen(words)) return { start: 0, isDated: false };
  let [at, start] = [0, -1];
  while (at < words.length) {
    const core = CORES.find((each) => each.every((word, index) => words[at + index] === word));
    const word = words[at] ?? "";
    if (
      core &&
      !(
        core.length === 1 &&
        /^(?:cool|fine|understood|naturally|noted|easy|course)$/.test(word) &&
        start < 0 &&
        words.length > 3
      )
    ) {
      if (start < 0) start = at;
      at += core.length;
    } else if (FILLERS.has(word) || names.has(word)) at += 1;
    else break;
  }
  if (start < 0) return null;
  if (sentence.isQuestion && (start > 0 || !TIME_WORDS.test(words[at] ?? ""))) return null;
  if (at >= words.length) return { start, isDated: false };
  const rest = words.slice(at);
  const spoken = words.slice(start, at).join(" ");
  if (
    /\bi (?:have )?got (?:it|this|her|him|them|that)\b/.test(spoken) &&
    !rest.some((word) => DONE.has(word) || word === "not")
  )
    return { start, isDated: true };
  if (rest[0] === "but" && rest.length <= 8 && rest.slice(1).every((word) => DATE_WORDS.test(word)))
    return { start, isDated: true };
  if (isGoodbye(rest) || isTurnedBack(words, at)) return { start, isDated: false };
  const isLater =
    TIME_WORDS.test(rest[0] ?? "") &&
    !(rest[0] === "as" && rest[1] === "if") &&
    rest.length <= 16 &&
    !rest.some(
      (word) => DONE.has(word) || (/^(?:but|not|was|is|are|it's|we|they)$/.test(word) && word !== "is"),
    );
  return isLater ? { start, isDated: true } : null;
}

/** 'Sure thing, enjoy the wedding!' */
const isGoodbye = (rest: readonly string[]): boolean =>
  /^(?:enjoy|congrats|congratulations|feel|safe)$/.test(rest[0] ?? "") ||
  (rest[0] === "good" && rest[1] === "luck") ||
  (rest[0] === "have" && rest[1] === "a");

/** 'Of course, send it over', 'sure, just drop it in the folder' */
function isTurnedBack(words: readonly string[], at: number): boolean {
  const verb = words[at] === "just" || words[at] === "please" ? at + 1 : at;
  return (
    /^(?:send|drop|forward|bring|leave|mail|email|text|pop|throw|put|share)$/.test(words[verb] ?? "") &&
    /^(?:it|them|me|your|the|that|those)$/.test(words[verb + 1] ?? "")
  );
}

/** Words that hand something over, or look at it, before 'it is': no choice is agreed to. */
const HANDED_OVER = /^(?:here|there|where|what|how|so|as|this|that|like|is|and|but|because|if)$/;

/** 'Lemon thing it is' */
function isItChosen(words: readonly string[]): boolean {
  const spoken = words.filter((word) => /^\p{L}/u.test(word));
  return (
    spoken.length >= 3 &&
    spoken.length <= 9 &&
    spoken.at(-2) === "it" &&
    spoken.at(-1) === "is" &&
    !HANDED_OVER.test(spoken.at(-3) ?? "")
  );
}

/** A date alone, in answer to a request or to 'when': 'Monday it is', 'wed. promise', 'tomorrow, first thing'. */
export function isDateAlone({ tokens, isQuestion }: Sentence, moment: Moment): boolean {
  const words = tokens.map(({ word }) => word);
  const isShort = words.filter((word) => /^[\p{L}\p{N}]/u.test(word)).length <= 8;
  if (isQuestion || !isShort || !namesDue(tokens, moment)) return false;
  return words.every((word) => DATE_WORDS.test(word) || FILLERS.has(word));
}
const DATE_WORDS =
  /^(?:\W|\d.*|by|on|at|in|the|end|of|day|days|week|weeks|month|hour|hours|minutes|min|mins|next|this|it|is|latest|first|thing|yes|yep|yeah|sure|ok|okay|tomorrow|today|tonight|morning|afternoon|evening|noon|lunch|before|after|within|eod|cob|eow|early|late|later|promise|promised|for|sure|am|pm|ish|works|work|should|be|i|would|say|only|but|suits|good|fine|then|no|later|than|around|about|give|me|let|us|say|more|likely|actually|mid|half|past|quarter|a|an|two|three|four|five|\p{L}{3,6}day|mon|tue|wed|thu|fri|sat|sun|jan\p{L}*|feb\p{L}*|mar\p{L}*|apr\p{L}*|may|june?|july?|aug\p{L}*|sep\p{L}*|oct\p{L}*|nov\p{L}*|dec\p{L}*)$/u;

/** What follows an acceptance shows that it is done, or that it was an answer: 'Sure, attached.' */
export const isDoneNext = (next: Sentence | undefined): boolean =>
  next?.tokens
    .slice(0, 8)
    .some(({ word }, index) => (word === "here" || word === "just" ? index <= 1 : DONE.has(word))) ?? false;

/** Whether an agreement to this ask is a promise. */
export const canAccept = ({ kind }: Asked): boolean => kind === "action";
